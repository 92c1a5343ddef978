CREATE COLLATION IF NOT EXISTS public.counted (provider = icu, locale = 'und-u-kn');
--> statement-breakpoint
ALTER TABLE "book" ADD COLUMN "sort_year" text collate "C" DEFAULT '~' NOT NULL;
--> statement-breakpoint
ALTER TABLE "book" ADD COLUMN "sort_year_down" text collate "C" DEFAULT '~' NOT NULL;
--> statement-breakpoint
ALTER TABLE "book" ADD COLUMN "sort_shelf_mark" text collate "public"."counted" DEFAULT '￿' NOT NULL;
--> statement-breakpoint
CREATE FUNCTION public.shelf_mark_order(shelf_mark text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN CASE WHEN shelf_mark = '' THEN U&'\FFFF' ELSE regexp_replace(shelf_mark COLLATE "C", '(?<=(?:^|[^0-9])[0-9]{3}\.[0-9]*)[0-9]', ' \&', 'g') END;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION public.derive_book()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  title text COLLATE "C" := public.fold(NEW.title);
  author text COLLATE "C" := public.fold(NEW.author);
  without_brackets text := public.without_brackets(NEW.title);
  without_article text := public.without_article(NEW.title);
  author_order text := public.author_order(NEW.author);
  bare_title text := CASE WHEN without_brackets = NEW.title THEN without_article ELSE public.without_article(without_brackets) END;
BEGIN
  NEW.all_words := public.words_of(title || E'\x1f' || author || ' ' || public.fold(concat_ws(' ',
    NEW.publisher, NEW.series, array_to_string(NEW.subjects, ' '), NEW.shelf_mark)));
  NEW.walk_words := left(NEW.all_words, 400);
  NEW.author_words := public.words_of(author) || ' ';
  NEW.search_title := left(btrim(CASE WHEN bare_title = NEW.title THEN public.words_of(title) ELSE public.fold_words(bare_title) END), 200);
  NEW.search_order := public.search_order_of(NEW.title, bare_title);
  NEW.sort_title := left(CASE WHEN without_article = NEW.title THEN public.sort_key_of(title, NEW.title) ELSE public.sort_key(without_article) END, 200);
  NEW.sort_author := CASE WHEN btrim(NEW.author) = '' THEN U&'\FFFF' ELSE left(CASE WHEN author_order = NEW.author THEN public.sort_key_of(author, NEW.author) ELSE public.sort_key(author_order) END, 200) END;
  NEW.sort_year := coalesce(lpad(NEW.year::text, 4, '0'), '~');
  NEW.sort_year_down := coalesce(lpad((9999 - NEW.year)::text, 4, '0'), '~');
  NEW.sort_shelf_mark := public.shelf_mark_order(NEW.shelf_mark);
  NEW.title_hash := sha256(convert_to(title || E'\x1f' || author, 'UTF8'));
  RETURN NEW;
END
$function$;
--> statement-breakpoint
DROP TRIGGER book_derived_again ON public.book;
--> statement-breakpoint
CREATE TRIGGER book_derived_again BEFORE UPDATE ON public.book FOR EACH ROW WHEN (((old.title IS DISTINCT FROM new.title) OR (old.author IS DISTINCT FROM new.author) OR (old.publisher IS DISTINCT FROM new.publisher) OR (old.series IS DISTINCT FROM new.series) OR (old.subjects IS DISTINCT FROM new.subjects) OR (old.shelf_mark IS DISTINCT FROM new.shelf_mark) OR (old.year IS DISTINCT FROM new.year))) EXECUTE FUNCTION public.derive_book();
--> statement-breakpoint
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
    FROM (SELECT fresh.id, to_jsonb(fresh) - unrecorded AS doc FROM new_rows AS fresh) AS added;

  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO public.activity
      (actor_kind, actor_id, in_name_of, action, subject_kind, subject_id, subject_name, before, after)
    SELECT CASE WHEN is_own AND is_by_others THEN 'system' ELSE kind END,
      CASE WHEN NOT is_own THEN person WHEN NOT is_by_others THEN id END,
      seen_as, action, TG_TABLE_NAME, id, coalesce(nullif(doc->>name_columns[1], ''), doc->>name_columns[2]), before, after
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
      TG_TABLE_NAME, id,
      CASE WHEN NOT is_forgotten THEN coalesce(nullif(doc->>name_columns[1], ''), doc->>name_columns[2]) END,
      CASE WHEN NOT is_forgotten THEN jsonb_strip_nulls(doc) END
    FROM (
      SELECT former.id, to_jsonb(former) - unrecorded AS doc,
        is_user AND NOT EXISTS (SELECT FROM public.deleted_user AS kept WHERE kept.id = former.id) AS is_forgotten
      FROM old_rows AS former
    ) AS removed;
  END IF;
  RETURN NULL;
END
$function$;
--> statement-breakpoint
CREATE INDEX "book_sort_year_index" ON "book" USING btree ("sort_year","sort_title","id");
--> statement-breakpoint
CREATE INDEX "book_sort_year_down_index" ON "book" USING btree ("sort_year_down","sort_title","id");
--> statement-breakpoint
CREATE INDEX "book_sort_shelf_mark_index" ON "book" USING btree ("sort_shelf_mark","sort_title","id");
--> statement-breakpoint
-- Of few books yet: others have the keys of the default.
SELECT set_config('maktaba.actor', 'none', true);
--> statement-breakpoint
UPDATE "book" SET "sort_year" = coalesce(lpad("year"::text, 4, '0'), '~'), "sort_year_down" = coalesce(lpad((9999 - "year")::text, 4, '0'), '~'),
  "sort_shelf_mark" = public.shelf_mark_order("shelf_mark")
WHERE "year" IS NOT NULL OR "shelf_mark" <> '';
--> statement-breakpoint
SELECT set_config('maktaba.actor', '', true);
