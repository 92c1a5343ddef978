CREATE TABLE "borrower_bulk" (
	"id" uuid PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"step" text DEFAULT 'write' NOT NULL,
	"user_id" uuid,
	"total" integer DEFAULT 0 NOT NULL,
	"processed" integer DEFAULT 0 NOT NULL,
	"failure" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"operation" jsonb NOT NULL,
	"in_name_of" uuid
);
--> statement-breakpoint
CREATE TABLE "borrower_bulk_row" (
	"bulk_id" uuid NOT NULL,
	"at" integer NOT NULL,
	"row_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"name" text NOT NULL,
	"result" text NOT NULL,
	"reason" text,
	"before" jsonb NOT NULL,
	"kept" text,
	CONSTRAINT "borrower_bulk_row_bulk_id_at_pk" PRIMARY KEY("bulk_id","at")
);
--> statement-breakpoint
ALTER TABLE "deleted_borrower" ADD COLUMN "merged_into" uuid;--> statement-breakpoint
ALTER TABLE "deleted_borrower" ADD COLUMN "merged" jsonb;--> statement-breakpoint
CREATE INDEX "borrower_bulk_created_at_index" ON "borrower_bulk" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "borrower_bulk_row_row_id_index" ON "borrower_bulk_row" USING btree ("row_id");
--> statement-breakpoint
CREATE OR REPLACE FUNCTION public.forget_users()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  gone uuid[];
BEGIN
  SELECT array_agg(former.id) INTO gone FROM old_rows AS former
  WHERE NOT EXISTS (SELECT FROM public."user" AS present WHERE present.id = former.id)
    AND NOT EXISTS (SELECT FROM public.deleted_user AS kept WHERE kept.id = former.id);
  IF gone IS NULL THEN RETURN NULL; END IF;
  UPDATE public.activity SET subject_name = NULL, before = NULL, after = NULL
  WHERE subject_id = ANY (gone) AND subject_kind = 'user'
    AND (subject_name IS NOT NULL OR before IS NOT NULL OR after IS NOT NULL);
  UPDATE public.activity SET actor_id = NULL WHERE actor_id = ANY (gone);
  UPDATE public.book_import SET user_id = NULL WHERE user_id = ANY (gone);
  UPDATE public.book_import SET undone_by = NULL WHERE undone_by = ANY (gone);
  UPDATE public.book_bulk SET user_id = NULL WHERE user_id = ANY (gone);
  UPDATE public.copy_bulk SET user_id = NULL WHERE user_id = ANY (gone);
  UPDATE public.year_end SET user_id = NULL WHERE user_id = ANY (gone);
  UPDATE public.due_change SET user_id = NULL WHERE user_id = ANY (gone);
  UPDATE public.borrower_bulk SET user_id = NULL WHERE user_id = ANY (gone);
  UPDATE public.book_merge SET user_id = NULL WHERE user_id = ANY (gone);
  UPDATE public.duplicate SET dismissed_by = NULL WHERE dismissed_by = ANY (gone);
  UPDATE public.deleted_book SET deleted_by = NULL WHERE deleted_by = ANY (gone);
  UPDATE public.deleted_user SET deleted_by = NULL WHERE deleted_by = ANY (gone);
  UPDATE public.deleted_borrower SET deleted_by = NULL WHERE deleted_by = ANY (gone);
  UPDATE public.deleted_borrower SET user_id = NULL WHERE user_id = ANY (gone);
  UPDATE public.saved_view SET shared_by_id = NULL WHERE shared_by_id = ANY (gone);
  UPDATE public.loan SET lent_by = NULL WHERE lent_by = ANY (gone);
  UPDATE public.loan SET returned_by = NULL WHERE returned_by = ANY (gone);
  DELETE FROM public.saved_view WHERE owner_id = ANY (gone);
  RETURN NULL;
END
$function$;
--> statement-breakpoint
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
  -- Bulk changes: their rows stay and are counted, without the name and the former values.
  UPDATE public.borrower_bulk_row SET name = '', before = '{}' WHERE row_id = ANY (gone);
  -- Who was merged with one of them is the same person.
  DELETE FROM public.deleted_borrower WHERE merged_into = ANY (gone);
  DELETE FROM public.idempotency_key
  WHERE EXISTS (SELECT FROM unnest(gone) AS id WHERE strpos(body, id::text) > 0);
  RETURN NULL;
END
$function$;
