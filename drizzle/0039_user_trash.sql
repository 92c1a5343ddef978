CREATE TABLE "deleted_user" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"role" text DEFAULT 'user' NOT NULL,
	"banned" boolean DEFAULT false NOT NULL,
	"ban_reason" text,
	"ban_expires" timestamp with time zone,
	"onboarded_at" timestamp with time zone,
	"invited_at" timestamp with time zone,
	"language" text,
	"admin_listed_at" timestamp with time zone,
	"accounts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"version" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"deleted_at" timestamp with time zone NOT NULL,
	"deleted_by" uuid
);
--> statement-breakpoint
ALTER TABLE "book_bulk" DROP CONSTRAINT "book_bulk_user_id_user_id_fk";
--> statement-breakpoint
ALTER TABLE "book_import" DROP CONSTRAINT "book_import_user_id_user_id_fk";
--> statement-breakpoint
ALTER TABLE "book_import" DROP CONSTRAINT "book_import_undone_by_user_id_fk";
--> statement-breakpoint
ALTER TABLE "book_merge" DROP CONSTRAINT "book_merge_user_id_user_id_fk";
--> statement-breakpoint
ALTER TABLE "deleted_book" DROP CONSTRAINT "deleted_book_deleted_by_user_id_fk";
--> statement-breakpoint
ALTER TABLE "duplicate" DROP CONSTRAINT "duplicate_dismissed_by_user_id_fk";
--> statement-breakpoint
ALTER TABLE "saved_view" DROP CONSTRAINT "saved_view_owner_id_user_id_fk";
--> statement-breakpoint
ALTER TABLE "saved_view" DROP CONSTRAINT "saved_view_shared_by_id_user_id_fk";
--> statement-breakpoint
CREATE INDEX "deleted_user_deleted_at_index" ON "deleted_user" USING btree ("deleted_at","id");--> statement-breakpoint
-- Who is neither a user nor in the trash any more is forgotten: what they did stays, their name and address do not. A
-- trigger of both tables, so that no way of deleting can forget it. Moving to the trash adds the row there in the same
-- statement, and a restoration adds the user before it leaves the trash.
CREATE FUNCTION public.forget_users() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  gone uuid[];
BEGIN
  SELECT array_agg(former.id) INTO gone FROM old_rows AS former
  WHERE NOT EXISTS (SELECT FROM public."user" AS present WHERE present.id = former.id)
    AND NOT EXISTS (SELECT FROM public.deleted_user AS kept WHERE kept.id = former.id);
  IF gone IS NULL THEN RETURN NULL; END IF;
  UPDATE public.activity SET subject_name = NULL, before = NULL, after = NULL
  WHERE subject_id = ANY (gone) AND subject_kind = 'user'
    AND (subject_name IS NOT NULL OR before IS NOT NULL OR after IS NOT NULL);
  UPDATE public.activity SET actor_id = NULL WHERE actor_id = ANY (gone);
  UPDATE public.book_import SET user_id = NULL WHERE user_id = ANY (gone);
  UPDATE public.book_import SET undone_by = NULL WHERE undone_by = ANY (gone);
  UPDATE public.book_bulk SET user_id = NULL WHERE user_id = ANY (gone);
  UPDATE public.book_merge SET user_id = NULL WHERE user_id = ANY (gone);
  UPDATE public.duplicate SET dismissed_by = NULL WHERE dismissed_by = ANY (gone);
  UPDATE public.deleted_book SET deleted_by = NULL WHERE deleted_by = ANY (gone);
  UPDATE public.deleted_user SET deleted_by = NULL WHERE deleted_by = ANY (gone);
  UPDATE public.saved_view SET shared_by_id = NULL WHERE shared_by_id = ANY (gone);
  DELETE FROM public.saved_view WHERE owner_id = ANY (gone);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER user_forgotten AFTER DELETE ON "user"
REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.forget_users();
--> statement-breakpoint
CREATE TRIGGER deleted_user_forgotten AFTER DELETE ON "deleted_user"
REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.forget_users();
--> statement-breakpoint
-- As before, but that a user who goes to the trash is recorded with name and values, and as `delete`; without the trash
-- as `delete-for-good`.
CREATE OR REPLACE FUNCTION public.record_activity() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  acting text := nullif(current_setting('maktaba.actor', true), '');
  named text := nullif(current_setting('maktaba.action', true), '');
  is_user boolean := TG_TABLE_NAME = 'user';
  is_own boolean := acting IS NULL AND is_user;
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
    ELSE attgenerated <> '' OR attname IN ('all_words', 'walk_words', 'author_words', 'search_title', 'search_order',
      'sort_title', 'sort_author', 'title_hash') OR attname IN ('id', 'version', 'created_at', 'updated_at')
  END;

  IF TG_OP = 'INSERT' THEN
    INSERT INTO public.activity (actor_kind, actor_id, in_name_of, action, subject_kind, subject_id, subject_name, after)
    SELECT kind, CASE WHEN is_own THEN id ELSE person END, seen_as, TG_TABLE_NAME || '.' || coalesce(named, 'create'),
      TG_TABLE_NAME, id, public.activity_name(doc), jsonb_strip_nulls(doc)
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
    INSERT INTO public.activity (actor_kind, actor_id, in_name_of, action, subject_kind, subject_id, subject_name, before)
    SELECT kind, CASE WHEN NOT EXISTS (SELECT FROM old_rows AS own WHERE own.id = person AND is_forgotten) THEN person END,
      seen_as, TG_TABLE_NAME || '.' || coalesce(named, CASE WHEN is_forgotten THEN 'delete-for-good' ELSE 'delete' END),
      TG_TABLE_NAME, id, CASE WHEN NOT is_forgotten THEN public.activity_name(doc) END,
      CASE WHEN NOT is_forgotten THEN jsonb_strip_nulls(doc) END
    FROM (
      SELECT former.id, to_jsonb(former) - unrecorded AS doc,
        is_user AND NOT EXISTS (SELECT FROM public.deleted_user AS kept WHERE kept.id = former.id) AS is_forgotten
      FROM old_rows AS former
    ) AS removed;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION public.record_user_security() RETURNS trigger
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
$$;
--> statement-breakpoint
CREATE TRIGGER user_security_restore AFTER INSERT ON "user" FOR EACH ROW
WHEN (current_setting('maktaba.action', true) = 'restore')
EXECUTE FUNCTION public.record_user_security();
