ALTER TABLE "book" ADD COLUMN "other_words" text collate "C" DEFAULT '' NOT NULL;
--> statement-breakpoint
-- The words of other titles that the details of a book name, such as the original one that a file has brought along, and of
-- its author, in the form of `all_words`. Empty where the title says the same: a number or an address is no title.
CREATE OR REPLACE FUNCTION public.other_words(title text, author text, details jsonb)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
DECLARE
  own text COLLATE "C" := public.fold_words(title) || ' ';
  others text COLLATE "C" := '';
  words text COLLATE "C";
  detail record;
BEGIN
  FOR detail IN SELECT one->>'name' COLLATE "und-x-icu" AS name, left(one->>'value', 500) AS value FROM jsonb_array_elements(details) AS one LOOP
    IF detail.name ~* 'title|titre|t[i\u00ED]tulo|titel|kichwa|\u0639\u0646\u0648\u0627\u0646' AND detail.value !~* '^ *[a-z]+://' THEN
      words := public.fold_words(detail.value);
      IF words ~ '[^ 0-9#]' AND position(words || ' ' IN own) = 0 THEN
        others := others || words;
      END IF;
    END IF;
  END LOOP;
  RETURN CASE WHEN others = '' THEN '' ELSE left(others, 1000) || E'\x1f' || public.fold_words(author) END;
END
$function$;
--> statement-breakpoint
-- The columns for search and order, by one trigger that folds each text once: as generated columns, which share nothing,
-- they took a quarter of an import's time.
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
    nullif(NEW.publisher, ''), nullif(NEW.series, ''), nullif(array_to_string(NEW.subjects, ' '), ''), nullif(NEW.shelf_mark, ''))));
  NEW.walk_words := left(NEW.all_words, 400);
  NEW.other_words := CASE WHEN NEW.details = '[]' THEN '' ELSE public.other_words(NEW.title, NEW.author, NEW.details) END;
  NEW.author_words := public.words_of(author) || ' ';
  NEW.search_title := left(btrim(CASE WHEN bare_title = NEW.title THEN public.words_of(title) ELSE public.fold_words(bare_title) END), 200);
  NEW.search_order := public.search_order_of(NEW.title, bare_title);
  NEW.sort_title := left(CASE WHEN without_article = NEW.title THEN public.sort_key_of(title, NEW.title) ELSE public.sort_key(without_article) END, 200);
  NEW.sort_author := CASE WHEN btrim(NEW.author) = '' THEN U&'\FFFF' ELSE left(CASE WHEN author_order = NEW.author THEN public.sort_key_of(author, NEW.author) ELSE public.sort_key(author_order) END, 200) END;
  NEW.sort_year := coalesce(lpad(NEW.year::text, 4, '0'), '~');
  NEW.sort_year_down := coalesce(lpad((9999 - NEW.year)::text, 4, '0'), '~');
  NEW.sort_shelf_mark := public.shelf_mark_order(NEW.shelf_mark);
  -- A book that had the title of another one before the rule of the same author keeps its key until one of these is edited.
  IF TG_OP = 'INSERT' OR (OLD.title, OLD.author, OLD.edition, OLD.volume) IS DISTINCT FROM (NEW.title, NEW.author, NEW.edition, NEW.volume) THEN
    NEW.title_hash := sha256(convert_to(title || E'\x1f' || public.author_key_of(author)
      || CASE WHEN NEW.edition = '' THEN '' ELSE E'\x1f' || public.fold(NEW.edition) END
      || CASE WHEN NEW.volume = '' THEN '' ELSE E'\x1e' || public.fold(NEW.volume) END, 'UTF8'));
  END IF;
  RETURN NEW;
END
$function$;
--> statement-breakpoint
DROP TRIGGER book_derived_again ON public.book;
--> statement-breakpoint
CREATE TRIGGER book_derived_again BEFORE UPDATE ON public.book FOR EACH ROW WHEN (((old.title IS DISTINCT FROM new.title) OR (old.author IS DISTINCT FROM new.author) OR (old.edition IS DISTINCT FROM new.edition) OR (old.volume IS DISTINCT FROM new.volume) OR (old.publisher IS DISTINCT FROM new.publisher) OR (old.series IS DISTINCT FROM new.series) OR (old.subjects IS DISTINCT FROM new.subjects) OR (old.shelf_mark IS DISTINCT FROM new.shelf_mark) OR (old.year IS DISTINCT FROM new.year) OR (old.details IS DISTINCT FROM new.details))) EXECUTE FUNCTION public.derive_book();
--> statement-breakpoint
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
--> statement-breakpoint
-- Adds the words of the books that were written. No unique index: whoever saves would wait for another one that has
-- used the same new word and not yet committed, and two imports for each other. A word that both add stands twice.
-- `OFFSET 0` and the setting keep the plan to one look-up in the index for each word: it is made once for a connection, and
-- one made for an import, or while there were a few words, would read all words each time.
CREATE OR REPLACE FUNCTION public.keep_book_words()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
DECLARE
  words text;
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT string_agg(all_words || other_words, '') INTO words FROM written;
  ELSE
    SELECT string_agg(all_words || other_words, '') INTO words
    FROM (SELECT all_words, other_words FROM written EXCEPT SELECT all_words, other_words FROM replaced) AS changed;
  END IF;
  INSERT INTO public.book_word
  SELECT word FROM (
    SELECT DISTINCT word COLLATE "C" AS word FROM string_to_table(replace(words, E'\x1f', ''), ' ') AS word OFFSET 0
  ) AS used
  WHERE word <> '' AND length(word) <= 40 AND word !~ '[0-9]'
    AND NOT EXISTS (SELECT FROM public.book_word AS known WHERE known.word = used.word OFFSET 0);
  RETURN NULL;
END
$function$;
--> statement-breakpoint
UPDATE "book" SET "other_words" = public.other_words(title, author, details) WHERE "details" <> '[]' AND public.other_words(title, author, details) <> '';
--> statement-breakpoint
CREATE INDEX "book_other_words_index" ON "book" USING gin ("other_words" gin_trgm_ops) WHERE "book"."other_words" <> '';
