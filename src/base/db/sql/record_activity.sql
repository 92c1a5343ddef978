-- Who changed what, written with the change itself, so that no way of changing can forget it. The setting maktaba.actor
-- says who, for one transaction: 'none' (nothing is written), 'operator', or a person as {"userId", "inNameOf"}. Without
-- it a book was changed by the system, and a user by that user; whom they are to others (banned, role) by the system.
-- The setting maktaba.action names what adding or deleting a row is, where it is neither `create` nor `delete`. Once a
-- statement, since an import adds hundreds of rows by one.
-- Arguments: the column that names a row, or two with a comma between, of which the second is for an empty first; then the
-- columns that are recorded, without any all but ids, times, versions and what is computed.
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
    ELSE attgenerated <> '' OR attname IN ('all_words', 'walk_words', 'other_words', 'author_words', 'search_title', 'search_order',
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
        CASE TG_TABLE_NAME
          WHEN 'user' THEN NOT EXISTS (SELECT FROM public.deleted_user AS kept WHERE kept.id = former.id)
          WHEN 'borrower' THEN NOT EXISTS (SELECT FROM public.deleted_borrower AS kept WHERE kept.id = former.id)
          ELSE false
        END AS is_forgotten
      FROM old_rows AS former
    ) AS removed;
  END IF;
  RETURN NULL;
END
$function$;

CREATE TRIGGER book_activity_delete AFTER DELETE ON public.book REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.record_activity('title');
CREATE TRIGGER book_activity_insert AFTER INSERT ON public.book REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.record_activity('title');
CREATE TRIGGER book_activity_update AFTER UPDATE ON public.book REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.record_activity('title');
CREATE TRIGGER borrower_activity_delete AFTER DELETE ON public.borrower REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.record_activity('name');
CREATE TRIGGER borrower_activity_insert AFTER INSERT ON public.borrower REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.record_activity('name');
CREATE TRIGGER borrower_activity_update AFTER UPDATE ON public.borrower REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.record_activity('name');
CREATE TRIGGER copy_activity_delete AFTER DELETE ON public.copy REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.record_activity('number');
CREATE TRIGGER copy_activity_insert AFTER INSERT ON public.copy REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.record_activity('number');
CREATE TRIGGER copy_activity_update AFTER UPDATE ON public.copy REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.record_activity('number');
CREATE TRIGGER genre_activity_delete AFTER DELETE ON public.genre REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.record_activity('name', 'name', 'names', 'hue');
CREATE TRIGGER genre_activity_insert AFTER INSERT ON public.genre REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.record_activity('name', 'name', 'names', 'hue');
CREATE TRIGGER genre_activity_update AFTER UPDATE ON public.genre REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.record_activity('name', 'name', 'names', 'hue');
CREATE TRIGGER user_activity_delete AFTER DELETE ON public."user" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.record_activity('name,email', 'name', 'email', 'email_verified', 'role', 'banned', 'ban_reason', 'ban_expires', 'onboarded_at');
CREATE TRIGGER user_activity_insert AFTER INSERT ON public."user" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.record_activity('name,email', 'name', 'email', 'email_verified', 'role', 'banned', 'ban_reason', 'ban_expires', 'onboarded_at');
CREATE TRIGGER user_activity_update AFTER UPDATE ON public."user" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.record_activity('name,email', 'name', 'email', 'email_verified', 'role', 'banned', 'ban_reason', 'ban_expires', 'onboarded_at');
