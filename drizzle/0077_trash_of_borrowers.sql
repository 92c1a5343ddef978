-- A borrower is kept in a trash of its own, deleted_borrower, instead of in deleted_row.
DROP TRIGGER borrower_kept ON public.borrower;
--> statement-breakpoint
-- Who deletes a borrower that is not in the trash erases them, and the activity gets no name.
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
--> statement-breakpoint
-- Who is neither a borrower nor in the trash any more is forgotten, with what was typed at the desk.
CREATE OR REPLACE FUNCTION public.forget_borrowers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  gone uuid[];
  texts text[];
BEGIN
  SELECT array_agg(former.id) INTO gone FROM old_rows AS former
  WHERE NOT EXISTS (SELECT FROM public.borrower AS present WHERE present.id = former.id)
    AND NOT EXISTS (SELECT FROM public.deleted_borrower AS kept WHERE kept.id = former.id);
  IF gone IS NULL THEN RETURN NULL; END IF;
  -- Their names and numbers of now and of before.
  SELECT array_agg(DISTINCT folded) INTO texts FROM (
    SELECT public.fold_words(said) AS folded FROM old_rows AS former
    CROSS JOIN LATERAL (VALUES (former.name), (former.card), (former.school_number)) AS present (said)
    WHERE former.id = ANY (gone)
    UNION ALL
    SELECT public.fold_words(doc ->> field) FROM public.activity
    CROSS JOIN LATERAL (VALUES (before), (after)) AS recorded (doc)
    CROSS JOIN (VALUES ('name'), ('card'), ('school_number')) AS fields (field)
    WHERE subject_kind = 'borrower' AND subject_id = ANY (gone)
  ) AS found WHERE btrim(folded) <> '';
  UPDATE public.activity SET subject_name = NULL, before = NULL, after = NULL
  WHERE subject_kind = 'borrower' AND subject_id = ANY (gone)
    AND (subject_name IS NOT NULL OR before IS NOT NULL OR after IS NOT NULL);
  DELETE FROM public.deleted_row WHERE kind = 'hold' AND "row" ->> 'borrower_id' = ANY (gone::text[]);
  DELETE FROM public.desk_act
  WHERE borrower_id = ANY (gone) OR former_borrower_id = ANY (gone)
    OR EXISTS (SELECT FROM unnest(gone) AS id WHERE strpos(answer::text, id::text) > 0 OR strpos(request, id::text) > 0);
  -- What was typed and led to nobody and nothing: a part of a name or a number, or a word of it, even where the rest is mistyped.
  DELETE FROM public.desk_act AS act USING (
    SELECT typed.id FROM (
      SELECT id, public.fold_words(code) AS folded FROM public.desk_act
      WHERE borrower_id IS NULL AND former_borrower_id IS NULL AND copy_id IS NULL AND code <> ''
    ) AS typed
    WHERE EXISTS (
        SELECT FROM unnest(texts) AS said WHERE strpos(replace(said, ' ', ''), replace(typed.folded, ' ', '')) > 0
      )
      OR string_to_array(btrim(typed.folded), ' ') && ARRAY(
        SELECT word FROM unnest(texts) AS said CROSS JOIN LATERAL string_to_table(btrim(said), ' ') AS word
        WHERE length(word) > 2
      )
  ) AS found WHERE act.id = found.id;
  DELETE FROM public.desk_refusal
  WHERE borrower_id = ANY (gone)
    OR EXISTS (SELECT FROM unnest(gone) AS id WHERE strpos(reasons::text, id::text) > 0);
  DELETE FROM public.idempotency_key
  WHERE EXISTS (SELECT FROM unnest(gone) AS id WHERE strpos(body, id::text) > 0);
  RETURN NULL;
END
$function$;
--> statement-breakpoint
CREATE TRIGGER deleted_borrower_vanished AFTER DELETE ON public.deleted_borrower REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.forget_borrowers();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION public.forget_users()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
  UPDATE public.deleted_borrower SET deleted_by = NULL WHERE deleted_by = ANY (gone);
  UPDATE public.deleted_borrower SET user_id = NULL WHERE user_id = ANY (gone);
  UPDATE public.saved_view SET shared_by_id = NULL WHERE shared_by_id = ANY (gone);
  UPDATE public.loan SET lent_by = NULL WHERE lent_by = ANY (gone);
  UPDATE public.loan SET returned_by = NULL WHERE returned_by = ANY (gone);
  DELETE FROM public.saved_view WHERE owner_id = ANY (gone);
  RETURN NULL;
END
$function$;
