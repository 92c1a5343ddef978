-- Who is neither a borrower nor in the trash any more is forgotten: what was done with them stays, their name and numbers do
-- not, nor what was typed of them at the desk. A trigger of both tables, so that no way of deleting can forget it. Moving to the
-- trash adds the row there in the same statement, and a restoration adds the borrower before they leave the trash.
CREATE OR REPLACE FUNCTION public.forget_borrowers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  gone uuid[];
  texts text[];
BEGIN
  SELECT array_agg(former.id) INTO gone FROM old_rows AS former
  WHERE NOT EXISTS (SELECT FROM public.borrower AS present WHERE present.id = former.id)
    AND NOT EXISTS (SELECT FROM public.deleted_borrower AS kept WHERE kept.id = former.id);
  IF gone IS NULL THEN RETURN NULL; END IF;
  -- Their names and numbers of now and of before.
  SELECT array_agg(DISTINCT folded) INTO texts FROM (
    SELECT public.fold_words(said) AS folded FROM old_rows AS former
    CROSS JOIN LATERAL (VALUES (former.name), (former.card), (former.school_number)) AS present (said)
    WHERE former.id = ANY (gone)
    UNION ALL
    SELECT public.fold_words(doc ->> field) FROM public.activity
    CROSS JOIN LATERAL (VALUES (before), (after)) AS recorded (doc)
    CROSS JOIN (VALUES ('name'), ('card'), ('school_number')) AS fields (field)
    WHERE subject_kind = 'borrower' AND subject_id = ANY (gone)
  ) AS found WHERE btrim(folded) <> '';
  UPDATE public.activity SET subject_name = NULL, before = NULL, after = NULL
  WHERE subject_kind = 'borrower' AND subject_id = ANY (gone)
    AND (subject_name IS NOT NULL OR before IS NOT NULL OR after IS NOT NULL);
  DELETE FROM public.deleted_row WHERE kind = 'hold' AND "row" ->> 'borrower_id' = ANY (gone::text[]);
  DELETE FROM public.desk_act
  WHERE borrower_id = ANY (gone) OR former_borrower_id = ANY (gone)
    OR EXISTS (SELECT FROM unnest(gone) AS id WHERE strpos(answer::text, id::text) > 0 OR strpos(request, id::text) > 0);
  -- What was typed and led to nobody and nothing: a part of a name or a number, or a word of it, even where the rest is mistyped.
  DELETE FROM public.desk_act AS act USING (
    SELECT typed.id FROM (
      SELECT id, public.fold_words(code) AS folded FROM public.desk_act
      WHERE borrower_id IS NULL AND former_borrower_id IS NULL AND copy_id IS NULL AND code <> ''
    ) AS typed
    WHERE EXISTS (
        SELECT FROM unnest(texts) AS said WHERE strpos(replace(said, ' ', ''), replace(typed.folded, ' ', '')) > 0
      )
      OR string_to_array(btrim(typed.folded), ' ') && ARRAY(
        SELECT word FROM unnest(texts) AS said CROSS JOIN LATERAL string_to_table(btrim(said), ' ') AS word
        WHERE length(word) > 2
      )
  ) AS found WHERE act.id = found.id;
  DELETE FROM public.desk_refusal
  WHERE borrower_id = ANY (gone)
    OR EXISTS (SELECT FROM unnest(gone) AS id WHERE strpos(reasons::text, id::text) > 0);
  -- Class lists: the rows that were of them or may have been, and the files, in which they stand too.
  DELETE FROM public.upload WHERE id IN (SELECT import_id FROM public.borrower_import_row WHERE borrower_id = ANY (gone));
  UPDATE public.borrower_import_row
  SET said = NULL, input = NULL, before = NULL, cells = NULL, notes = '{}', candidates = '{}'
  WHERE borrower_id = ANY (gone);
  UPDATE public.borrower_import_row SET said = NULL, cells = NULL, notes = '{}', candidates = '{}'
  WHERE cells IS NOT NULL AND (candidates && gone OR public.fold_words(said ->> 'name') = ANY (texts));
  -- Numbers that were scanned in a stock-taking before they were on a card.
  UPDATE public.stocktake_scan SET code = '' WHERE copy_id IS NULL AND code <> '' AND public.fold_words(code) = ANY (texts);
  UPDATE public.stocktake_fix_row SET code = '' WHERE code <> '' AND public.fold_words(code) = ANY (texts);
  -- Bulk changes: their rows stay and are counted, without the name and the former values.
  UPDATE public.borrower_bulk_row SET name = '', before = '{}' WHERE row_id = ANY (gone);
  DELETE FROM public.account_bulk_row WHERE borrower_id = ANY (gone);
  -- Who was merged with one of them is the same person.
  DELETE FROM public.deleted_borrower WHERE merged_into = ANY (gone);
  DELETE FROM public.idempotency_key
  WHERE EXISTS (SELECT FROM unnest(gone) AS id WHERE strpos(body, id::text) > 0);
  RETURN NULL;
END
$function$;

CREATE TRIGGER borrower_vanished AFTER DELETE ON public.borrower REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.forget_borrowers();
CREATE TRIGGER deleted_borrower_vanished AFTER DELETE ON public.deleted_borrower REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.forget_borrowers();
