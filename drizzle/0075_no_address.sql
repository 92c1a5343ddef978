ALTER TABLE "user" drop column "all_words";--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "all_words" text collate "C" GENERATED ALWAYS AS (public.fold_words("name" || E'\x1f' || case when "email" like '%@none.invalid' then '' else "email" end)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "user" drop column "walk_words";--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "walk_words" text collate "C" GENERATED ALWAYS AS (left(public.fold_words("name" || E'\x1f' || case when "email" like '%@none.invalid' then '' else "email" end), 400)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "user_all_words_index" ON "user" USING gin ("all_words" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "user_name_words_index" ON "user" USING gin ((split_part("all_words", E'\x1f', 1)) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "user_sort_name_index" ON "user" USING btree ("sort_name","email","id") INCLUDE ("walk_words");--> statement-breakpoint
-- A user without an address has a placeholder in its place, which the activity does not record.
CREATE FUNCTION public.shown_values(doc jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT CASE WHEN doc->>'email' LIKE '%@none.invalid' THEN doc || '{"email": null}' ELSE doc END
$function$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION public.record_activity()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  acting text := nullif(current_setting('maktaba.actor', true), '');
  named text := nullif(current_setting('maktaba.action', true), '');
  name_columns text[] := string_to_array(TG_ARGV[0], ',');
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
    WHEN TG_NARGS > 1 THEN attname <> ALL (TG_ARGV[1:])
    ELSE attgenerated <> '' OR attname IN ('all_words', 'walk_words', 'author_words', 'search_title', 'search_order',
      'sort_title', 'sort_author', 'sort_year', 'sort_year_down', 'sort_shelf_mark', 'title_hash') OR attname IN ('id', 'version', 'created_at', 'updated_at')
  END;

  IF TG_OP = 'INSERT' THEN
    INSERT INTO public.activity (actor_kind, actor_id, in_name_of, action, subject_kind, subject_id, subject_name, after)
    SELECT kind, CASE WHEN is_own THEN id ELSE person END, seen_as, TG_TABLE_NAME || '.' || coalesce(named, 'create'),
      TG_TABLE_NAME, id, coalesce(nullif(doc->>name_columns[1], ''), doc->>name_columns[2]), jsonb_strip_nulls(doc)
    FROM (SELECT fresh.id, public.shown_values(to_jsonb(fresh)) - unrecorded AS doc FROM new_rows AS fresh) AS added;

  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO public.activity
      (actor_kind, actor_id, in_name_of, action, subject_kind, subject_id, subject_name, before, after)
    SELECT CASE WHEN is_own AND is_by_others THEN 'system' ELSE kind END,
      CASE WHEN NOT is_own THEN person WHEN NOT is_by_others THEN id END,
      seen_as, action, TG_TABLE_NAME, id, coalesce(nullif(doc->>name_columns[1], ''), doc->>name_columns[2]), before, after
    FROM (
      SELECT fresh.id, new_doc AS doc, before, after, public.activity_action(TG_TABLE_NAME, before, after) AS action
      FROM old_rows AS former JOIN new_rows AS fresh USING (id)
      CROSS JOIN LATERAL (
        SELECT public.shown_values(to_jsonb(former)) - unrecorded AS old_doc, public.shown_values(to_jsonb(fresh)) - unrecorded AS new_doc
      ) AS docs
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
      TG_TABLE_NAME, id,
      CASE WHEN NOT is_forgotten THEN coalesce(nullif(doc->>name_columns[1], ''), doc->>name_columns[2]) END,
      CASE WHEN NOT is_forgotten THEN jsonb_strip_nulls(doc) END
    FROM (
      SELECT former.id, public.shown_values(to_jsonb(former)) - unrecorded AS doc,
        is_user AND NOT EXISTS (SELECT FROM public.deleted_user AS kept WHERE kept.id = former.id) AS is_forgotten
      FROM old_rows AS former
    ) AS removed;
  END IF;
  RETURN NULL;
END
$function$;
