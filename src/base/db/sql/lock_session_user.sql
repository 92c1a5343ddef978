CREATE OR REPLACE FUNCTION public.lock_session_user()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM FROM public."user" WHERE id = NEW.user_id FOR SHARE;
  RETURN NEW;
END
$function$;

CREATE TRIGGER session_user_locked BEFORE INSERT ON public.session FOR EACH ROW EXECUTE FUNCTION public.lock_session_user();
