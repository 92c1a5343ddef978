CREATE TABLE "security_event" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "security_event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid,
	"actor_id" uuid,
	"ip" text,
	"browser" text,
	"system" text,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE INDEX "security_event_user_id_index" ON "security_event" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "security_event_actor_id_index" ON "security_event" USING btree ("actor_id","id");--> statement-breakpoint
CREATE INDEX "security_event_kind_index" ON "security_event" USING btree ("kind","id");--> statement-breakpoint
CREATE INDEX "security_event_at_index" ON "security_event" USING btree ("at");
--> statement-breakpoint
-- Append-only: an entry is never changed, and deleted only when it is old enough for the clean-up. Whoever owns the table
-- can drop these triggers: they stop a mistake and a statement that was slipped in, not an owner with a plan.
CREATE FUNCTION public.keep_security_event() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.at < now() - interval '30 days' THEN RETURN OLD; END IF;
  END IF;
  RAISE EXCEPTION 'The security log is append-only: % is refused', TG_OP USING ERRCODE = 'insufficient_privilege';
END
$$;
--> statement-breakpoint
CREATE TRIGGER security_event_keep BEFORE UPDATE OR DELETE ON "security_event"
FOR EACH ROW EXECUTE FUNCTION public.keep_security_event();
--> statement-breakpoint
CREATE TRIGGER security_event_keep_all BEFORE TRUNCATE ON "security_event"
FOR EACH STATEMENT EXECUTE FUNCTION public.keep_security_event();
--> statement-breakpoint
-- Roles, bans, addresses and deletions are written with the change itself, so that no way of changing a user can forget
-- it. The setting maktaba.actor says who (see record_activity); without it, it was the user, and of a role the system.
CREATE FUNCTION public.record_user_security() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  acting text := nullif(current_setting('maktaba.actor', true), '');
  person uuid;
  facts jsonb := '{}';
BEGIN
  IF acting = 'none' THEN RETURN NULL; END IF;
  IF acting = 'operator' THEN
    facts := '{"by": "operator"}';
  ELSIF acting IS NOT NULL THEN
    person := nullif((acting::jsonb->>'userId')::uuid, OLD.id);
  END IF;
  IF TG_OP = 'DELETE' THEN
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
$$;
--> statement-breakpoint
CREATE TRIGGER user_security_update AFTER UPDATE ON "user" FOR EACH ROW
WHEN (OLD.role <> NEW.role OR OLD.email <> NEW.email OR OLD.banned <> NEW.banned
  OR OLD.ban_expires IS DISTINCT FROM NEW.ban_expires)
EXECUTE FUNCTION public.record_user_security();
--> statement-breakpoint
CREATE TRIGGER user_security_delete AFTER DELETE ON "user" FOR EACH ROW EXECUTE FUNCTION public.record_user_security();
