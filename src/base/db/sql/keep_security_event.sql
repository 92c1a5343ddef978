-- Append-only: an entry is never changed, and deleted only when it is old enough for the clean-up. Whoever owns the table
-- can drop these triggers: they stop a mistake and a statement that was slipped in, not an owner with a plan.
CREATE OR REPLACE FUNCTION public.keep_security_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.at < now() - interval '30 days' THEN RETURN OLD; END IF;
  END IF;
  RAISE EXCEPTION 'The security log is append-only: % is refused', TG_OP USING ERRCODE = 'insufficient_privilege';
END
$function$;

CREATE TRIGGER security_event_keep BEFORE DELETE OR UPDATE ON public.security_event FOR EACH ROW EXECUTE FUNCTION public.keep_security_event();
CREATE TRIGGER security_event_keep_all BEFORE TRUNCATE ON public.security_event FOR EACH STATEMENT EXECUTE FUNCTION public.keep_security_event();
