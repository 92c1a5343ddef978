CREATE OR REPLACE FUNCTION public.number_borrower()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NEW.card = '' THEN NEW.card := public.next_lending_number('borrower'); END IF;
  RETURN NEW;
END
$function$;

CREATE TRIGGER borrower_numbered BEFORE INSERT OR UPDATE OF card ON public.borrower FOR EACH ROW EXECUTE FUNCTION public.number_borrower();
