CREATE OR REPLACE FUNCTION public.number_copy()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NEW.number = '' THEN NEW.number := public.next_lending_number('copy'); END IF;
  RETURN NEW;
END
$function$;

CREATE TRIGGER copy_numbered BEFORE INSERT OR UPDATE OF number ON public.copy FOR EACH ROW EXECUTE FUNCTION public.number_copy();
