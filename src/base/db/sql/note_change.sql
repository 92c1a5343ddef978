-- As note_book_change, into the table of changes that the argument names.
CREATE OR REPLACE FUNCTION public.note_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  rows bigint := 0;
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    EXECUTE format('INSERT INTO public.%1$I (added) SELECT -coalesce(sum(added), 0) FROM public.%1$I', TG_ARGV[0]);
    RETURN NULL;
  ELSIF TG_OP = 'INSERT' THEN
    SELECT count(*) INTO rows FROM new_rows;
  ELSIF TG_OP = 'DELETE' THEN
    SELECT -count(*) INTO rows FROM old_rows;
  END IF;
  EXECUTE format('INSERT INTO public.%I (added) VALUES ($1)', TG_ARGV[0]) USING rows;
  RETURN NULL;
END
$function$;

CREATE TRIGGER borrower_added AFTER INSERT ON public.borrower REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_change('borrower_change');
CREATE TRIGGER borrower_changed AFTER UPDATE OR TRUNCATE ON public.borrower FOR EACH STATEMENT EXECUTE FUNCTION public.note_change('borrower_change');
CREATE TRIGGER borrower_removed AFTER DELETE ON public.borrower REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_change('borrower_change');
CREATE TRIGGER copy_added AFTER INSERT ON public.copy REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_change('copy_change');
CREATE TRIGGER copy_changed AFTER UPDATE OR TRUNCATE ON public.copy FOR EACH STATEMENT EXECUTE FUNCTION public.note_change('copy_change');
CREATE TRIGGER copy_removed AFTER DELETE ON public.copy REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_change('copy_change');
CREATE TRIGGER user_added AFTER INSERT ON public."user" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_change('user_change');
CREATE TRIGGER user_changed AFTER UPDATE OR TRUNCATE ON public."user" FOR EACH STATEMENT EXECUTE FUNCTION public.note_change('user_change');
CREATE TRIGGER user_removed AFTER DELETE ON public."user" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_change('user_change');
