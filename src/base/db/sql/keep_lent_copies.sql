CREATE OR REPLACE FUNCTION public.keep_lent_copies()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF EXISTS (SELECT FROM old_rows JOIN public.loan ON copy_id = old_rows.id AND returned_at IS NULL AND settled_as IS NULL) THEN
    RAISE foreign_key_violation USING CONSTRAINT = 'copy_on_loan', TABLE = 'copy', MESSAGE = 'a copy on loan cannot be deleted';
  END IF;
  RETURN NULL;
END
$function$;

CREATE TRIGGER copy_lent_stays AFTER DELETE ON public.copy REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.keep_lent_copies();
