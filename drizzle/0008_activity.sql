CREATE TABLE "activity" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "activity_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" uuid,
	"in_name_of" uuid,
	"action" text NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"subject_name" text,
	"before" jsonb,
	"after" jsonb,
	CONSTRAINT "activity_actor_kind_known" CHECK ("activity"."actor_kind" in ('person', 'operator', 'system'))
);
--> statement-breakpoint
CREATE INDEX "activity_subject_id_index" ON "activity" USING btree ("subject_id","id");--> statement-breakpoint
CREATE INDEX "activity_actor_id_index" ON "activity" USING btree ("actor_id","id");--> statement-breakpoint
-- Who changed what, written with the change itself, so that no way of changing can forget it. The setting maktaba.actor
-- says who, for one transaction: 'none' (nothing is written), 'operator', or a person as {"userId", "inNameOf"}. Without
-- it a book was changed by the system, and a user by that user; whom they are to others (banned, role) by the system.
-- Once a statement, since an import adds hundreds of rows by one. Arguments: the columns that are recorded; without any,
-- all but ids, times, versions and what is generated.
CREATE FUNCTION public.record_activity() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  acting text := nullif(current_setting('maktaba.actor', true), '');
  is_own boolean := acting IS NULL AND TG_TABLE_NAME = 'user';
  kind text;
  person uuid;
  seen_as uuid;
  unrecorded text[];
BEGIN
  IF acting = 'none' THEN RETURN NULL; END IF;
  IF acting IS NULL THEN
    kind := CASE WHEN is_own THEN 'person' ELSE 'system' END;
  ELSIF acting = 'operator' THEN
    kind := acting;
  ELSE
    kind := 'person';
    person := acting::jsonb->>'userId';
    seen_as := acting::jsonb->>'inNameOf';
  END IF;
  SELECT coalesce(array_agg(attname::text), '{}') INTO unrecorded FROM pg_attribute
  WHERE attrelid = TG_RELID AND attnum > 0 AND NOT attisdropped AND CASE
    WHEN TG_NARGS > 0 THEN attname <> ALL (TG_ARGV)
    ELSE attgenerated <> '' OR attname IN ('id', 'version', 'created_at', 'updated_at')
  END;

  IF TG_OP = 'INSERT' THEN
    INSERT INTO public.activity (actor_kind, actor_id, in_name_of, action, subject_kind, subject_id, subject_name, after)
    SELECT kind, CASE WHEN is_own THEN id ELSE person END, seen_as, TG_TABLE_NAME || '.create', TG_TABLE_NAME, id,
      public.activity_name(doc), jsonb_strip_nulls(doc)
    FROM (SELECT fresh.id, to_jsonb(fresh) - unrecorded AS doc FROM new_rows AS fresh) AS added;

  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO public.activity
      (actor_kind, actor_id, in_name_of, action, subject_kind, subject_id, subject_name, before, after)
    SELECT CASE WHEN is_own AND is_by_others THEN 'system' ELSE kind END,
      CASE WHEN NOT is_own THEN person WHEN NOT is_by_others THEN id END,
      seen_as, action, TG_TABLE_NAME, id, public.activity_name(doc), before, after
    FROM (
      SELECT fresh.id, new_doc AS doc, before, after, public.activity_action(TG_TABLE_NAME, before, after) AS action
      FROM old_rows AS former JOIN new_rows AS fresh USING (id)
      CROSS JOIN LATERAL (SELECT to_jsonb(former) - unrecorded AS old_doc, to_jsonb(fresh) - unrecorded AS new_doc) AS docs
      CROSS JOIN LATERAL (
        SELECT jsonb_object_agg(key, old_value.value) AS before, jsonb_object_agg(key, new_value.value) AS after
        FROM jsonb_each(old_doc) AS old_value JOIN jsonb_each(new_doc) AS new_value USING (key)
        WHERE old_value.value <> new_value.value
      ) AS changed
      WHERE before IS NOT NULL
    ) AS change
    CROSS JOIN LATERAL (SELECT action IN ('user.ban', 'user.unban', 'user.set-role') AS is_by_others) AS kind_of;

  ELSE
    IF TG_TABLE_NAME = 'user' THEN
      -- Who is gone is gone: what they did stays, their name and address do not.
      UPDATE public.activity SET subject_name = NULL, before = NULL, after = NULL
      WHERE subject_id IN (SELECT id FROM old_rows) AND subject_kind = 'user';
      UPDATE public.activity SET actor_id = NULL WHERE actor_id IN (SELECT id FROM old_rows);
    END IF;
    INSERT INTO public.activity (actor_kind, actor_id, in_name_of, action, subject_kind, subject_id, subject_name, before)
    SELECT kind, CASE WHEN person NOT IN (SELECT id FROM old_rows) THEN person END, seen_as, TG_TABLE_NAME || '.delete',
      TG_TABLE_NAME, id, CASE WHEN TG_TABLE_NAME <> 'user' THEN public.activity_name(doc) END,
      CASE WHEN TG_TABLE_NAME <> 'user' THEN jsonb_strip_nulls(doc) END
    FROM (SELECT former.id, to_jsonb(former) - unrecorded AS doc FROM old_rows AS former) AS removed;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION public.activity_name(doc jsonb) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN coalesce(doc->>'title', nullif(doc->>'name', ''), doc->>'email');
--> statement-breakpoint
-- What a change comes to: banned or not, role and address proven where that is all, else an update.
CREATE FUNCTION public.activity_action(kind text, before jsonb, after jsonb) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN kind || '.' || CASE
  WHEN kind <> 'user' THEN 'update'
  WHEN before @> '{"banned": true}' THEN 'unban'
  WHEN after ?| ARRAY['banned', 'ban_reason', 'ban_expires'] THEN 'ban'
  WHEN after = jsonb_build_object('role', after->'role') THEN 'set-role'
  WHEN before @> '{"onboarded_at": null}' THEN 'onboard'
  WHEN after = '{"email_verified": true}' THEN 'verify'
  ELSE 'update'
END;
--> statement-breakpoint
CREATE TRIGGER book_activity_insert AFTER INSERT ON "book"
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.record_activity();
--> statement-breakpoint
CREATE TRIGGER book_activity_update AFTER UPDATE ON "book"
REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.record_activity();
--> statement-breakpoint
CREATE TRIGGER book_activity_delete AFTER DELETE ON "book"
REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.record_activity();
--> statement-breakpoint
CREATE TRIGGER user_activity_insert AFTER INSERT ON "user"
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.record_activity(
  'name', 'email', 'email_verified', 'role', 'banned', 'ban_reason', 'ban_expires', 'onboarded_at');
--> statement-breakpoint
CREATE TRIGGER user_activity_update AFTER UPDATE ON "user"
REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.record_activity(
  'name', 'email', 'email_verified', 'role', 'banned', 'ban_reason', 'ban_expires', 'onboarded_at');
--> statement-breakpoint
CREATE TRIGGER user_activity_delete AFTER DELETE ON "user"
REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.record_activity(
  'name', 'email', 'email_verified', 'role', 'banned', 'ban_reason', 'ban_expires', 'onboarded_at');
