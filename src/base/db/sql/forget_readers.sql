-- Who is neither a borrower nor in the trash any more still counts as one who has borrowed in a month or a year, without an id.
CREATE OR REPLACE FUNCTION public.forget_readers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  gone uuid[];
BEGIN
  SELECT array_agg(former.id) INTO gone FROM old_rows AS former
  WHERE NOT EXISTS (SELECT FROM public.borrower AS present WHERE present.id = former.id)
    AND NOT EXISTS (SELECT FROM public.deleted_borrower AS kept WHERE kept.id = former.id);
  IF gone IS NULL THEN RETURN NULL; END IF;
  -- Who was merged with somebody is that one: counted once.
  DELETE FROM public.forgotten_reader AS reader USING old_rows AS former
  WHERE reader.borrower_id = former.id AND former.id = ANY (gone) AND EXISTS (
    SELECT FROM public.forgotten_reader AS same
    WHERE same.kind = reader.kind AND same.start = reader.start
      AND same.borrower_id = (to_jsonb(former) ->> 'merged_into')::uuid
  );
  UPDATE public.forgotten_reader AS reader SET borrower_id = present.id
  FROM old_rows AS former JOIN public.borrower AS present ON present.id = (to_jsonb(former) ->> 'merged_into')::uuid
  WHERE reader.borrower_id = former.id AND former.id = ANY (gone);
  UPDATE public.forgotten_reader SET borrower_id = NULL WHERE borrower_id = ANY (gone);
  RETURN NULL;
END
$function$;

CREATE TRIGGER borrower_readers_forgotten AFTER DELETE ON public.borrower REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.forget_readers();
CREATE TRIGGER deleted_borrower_readers_forgotten AFTER DELETE ON public.deleted_borrower REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.forget_readers();
