CREATE OR REPLACE FUNCTION public.keep_lending_numbers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'INSERT' THEN
    EXECUTE format('INSERT INTO public.lending_number SELECT upper(%I) FROM new_rows', TG_ARGV[0]);
  ELSIF TG_OP = 'DELETE' THEN
    EXECUTE format('DELETE FROM public.lending_number WHERE number IN (SELECT upper(%I) FROM old_rows)', TG_ARGV[0]);
  ELSE
    EXECUTE format('DELETE FROM public.lending_number WHERE number IN (
      SELECT upper(former.%1$I) FROM old_rows AS former JOIN new_rows AS fresh USING (id) WHERE former.%1$I <> fresh.%1$I)', TG_ARGV[0]);
    EXECUTE format('INSERT INTO public.lending_number
      SELECT upper(fresh.%1$I) FROM old_rows AS former JOIN new_rows AS fresh USING (id) WHERE former.%1$I <> fresh.%1$I', TG_ARGV[0]);
  END IF;
  RETURN NULL;
END
$function$;

CREATE TRIGGER borrower_card_added AFTER INSERT ON public.borrower REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.keep_lending_numbers('card');
CREATE TRIGGER borrower_card_changed AFTER UPDATE ON public.borrower REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.keep_lending_numbers('card');
CREATE TRIGGER borrower_card_removed AFTER DELETE ON public.borrower REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.keep_lending_numbers('card');
CREATE TRIGGER copy_number_added AFTER INSERT ON public.copy REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.keep_lending_numbers('number');
CREATE TRIGGER copy_number_changed AFTER UPDATE ON public.copy REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.keep_lending_numbers('number');
CREATE TRIGGER copy_number_removed AFTER DELETE ON public.copy REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.keep_lending_numbers('number');
