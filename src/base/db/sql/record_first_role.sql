-- Whoever is added with more rights than a reader is in the security log as whoever is given them later.
CREATE OR REPLACE FUNCTION public.record_first_role()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  acting text := nullif(current_setting('maktaba.actor', true), '');
  person uuid;
  facts jsonb := jsonb_build_object('to', NEW.role);
BEGIN
  IF acting = 'none' THEN RETURN NULL; END IF;
  IF acting IS NULL THEN
    facts := facts || '{"by": "system"}';
  ELSIF acting = 'operator' THEN
    facts := facts || '{"by": "operator"}';
  ELSE
    person := nullif((acting::jsonb->>'userId')::uuid, NEW.id);
  END IF;
  INSERT INTO public.security_event (kind, user_id, actor_id, details) VALUES ('role_changed', NEW.id, person, facts);
  RETURN NULL;
END
$function$;

CREATE TRIGGER user_security_first_role AFTER INSERT ON public."user" FOR EACH ROW WHEN (((new.role <> 'user'::text) AND (current_setting('maktaba.action'::text, true) IS DISTINCT FROM 'restore'::text))) EXECUTE FUNCTION public.record_first_role();
