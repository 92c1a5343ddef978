-- Roles, bans, addresses and deletions are written with the change itself, so that no way of changing a user can forget
-- it. The setting maktaba.actor says who (see record_activity); without it, it was the user, and of a role the system.
CREATE OR REPLACE FUNCTION public.record_user_security()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  acting text := nullif(current_setting('maktaba.actor', true), '');
  person uuid;
  facts jsonb := '{}';
BEGIN
  IF acting = 'none' THEN RETURN NULL; END IF;
  IF acting = 'operator' THEN
    facts := '{"by": "operator"}';
  ELSIF acting IS NOT NULL THEN
    person := nullif((acting::jsonb->>'userId')::uuid, CASE WHEN TG_OP = 'INSERT' THEN NEW.id ELSE OLD.id END);
  END IF;
  IF TG_OP = 'INSERT' THEN
    INSERT INTO public.security_event (kind, user_id, actor_id, details) VALUES ('user_restored', NEW.id, person, facts);
    RETURN NULL;
  END IF;
  IF TG_OP = 'DELETE' THEN
    IF NOT EXISTS (SELECT FROM public.deleted_user AS kept WHERE kept.id = OLD.id) THEN
      facts := facts || '{"forGood": true}';
    END IF;
    INSERT INTO public.security_event (kind, user_id, actor_id, details) VALUES ('user_deleted', OLD.id, person, facts);
    RETURN NULL;
  END IF;
  IF NEW.email <> OLD.email THEN
    INSERT INTO public.security_event (kind, user_id, actor_id, details) VALUES ('address_changed', NEW.id, person, facts);
  END IF;
  IF acting IS NULL THEN facts := '{"by": "system"}'; END IF;
  IF NEW.role <> OLD.role THEN
    INSERT INTO public.security_event (kind, user_id, actor_id, details)
    VALUES ('role_changed', NEW.id, person, facts || jsonb_build_object('from', OLD.role, 'to', NEW.role));
  END IF;
  IF NEW.banned AND (NOT OLD.banned OR NEW.ban_expires IS DISTINCT FROM OLD.ban_expires) THEN
    INSERT INTO public.security_event (kind, user_id, actor_id, details)
    VALUES ('banned', NEW.id, person, facts || jsonb_strip_nulls(jsonb_build_object('until', NEW.ban_expires)));
  ELSIF OLD.banned AND NOT NEW.banned THEN
    INSERT INTO public.security_event (kind, user_id, actor_id, details) VALUES ('unbanned', NEW.id, person, facts);
  END IF;
  RETURN NULL;
END
$function$;

CREATE TRIGGER user_security_delete AFTER DELETE ON public."user" FOR EACH ROW EXECUTE FUNCTION public.record_user_security();
CREATE TRIGGER user_security_restore AFTER INSERT ON public."user" FOR EACH ROW WHEN ((current_setting('maktaba.action'::text, true) = 'restore'::text)) EXECUTE FUNCTION public.record_user_security();
CREATE TRIGGER user_security_update AFTER UPDATE ON public."user" FOR EACH ROW WHEN (((old.role <> new.role) OR (old.email <> new.email) OR (old.banned <> new.banned) OR (old.ban_expires IS DISTINCT FROM new.ban_expires))) EXECUTE FUNCTION public.record_user_security();
