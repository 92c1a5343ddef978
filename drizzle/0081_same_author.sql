-- One rule of who is the same author, for the unique key, links and suggestions: what search folds, and the dots of initials.
CREATE FUNCTION public.author_key_of(folded text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN CASE WHEN strpos(folded, '.') = 0 THEN folded
  ELSE coalesce(nullif(btrim(regexp_replace(folded, '[. ]+', ' ', 'g')), ''), folded) END;
--> statement-breakpoint
CREATE FUNCTION public.author_key(author text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN public.author_key_of(public.fold(author));
--> statement-breakpoint
CREATE OR REPLACE FUNCTION public.book_hash(title text, author text, edition text, volume text) RETURNS bytea
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN sha256(convert_to(public.fold(title) || E'\x1f' || public.author_key(author)
  || CASE WHEN coalesce(edition, '') = '' THEN '' ELSE E'\x1f' || public.fold(edition) END
  || CASE WHEN coalesce(volume, '') = '' THEN '' ELSE E'\x1e' || public.fold(volume) END, 'UTF8'));
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
    nullif(NEW.publisher, ''), nullif(NEW.series, ''), nullif(array_to_string(NEW.subjects, ' '), ''), nullif(NEW.shelf_mark, ''))));
  NEW.walk_words := left(NEW.all_words, 400);
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
-- Of books that are the same by this rule the first has the new key. The later ones keep theirs: they are possible duplicates.
WITH dotted AS (
  SELECT id, created_at, public.book_hash(title, author, edition, volume) AS hash FROM "book" WHERE strpos(public.fold(author), '.') > 0
), first AS (
  SELECT DISTINCT ON (hash) id, hash FROM dotted ORDER BY hash, created_at, id
)
UPDATE "book" SET title_hash = first.hash FROM first
WHERE "book".id = first.id AND NOT EXISTS (SELECT FROM "book" AS other WHERE other.title_hash = first.hash);
--> statement-breakpoint
UPDATE "merged_book" SET title_hash = public.book_hash("values"->>'title', "values"->>'author', "values"->>'edition', "values"->>'volume')
WHERE strpos(public.fold("values"->>'author'), '.') > 0;
--> statement-breakpoint
-- What waits or was interrupted goes on after the update.
UPDATE "book_import_row" AS r SET title_hash = public.book_hash(input->>'title', input->>'author', input->>'edition', input->>'volume')
FROM "book_import" AS i WHERE i.id = r.import_id AND i.state IN ('waiting', 'running', 'paused', 'failed')
  AND title_hash IS NOT NULL AND strpos(public.fold(input->>'author'), '.') > 0;
--> statement-breakpoint
UPDATE "book_bulk_row" AS r SET title_hash = next.hash
FROM (
  SELECT own.bulk_id, own.at, public.book_hash(after.title, after.author, after.edition, after.volume) AS hash
  FROM "book_bulk" AS b JOIN "book_bulk_row" AS own ON own.bulk_id = b.id
    CROSS JOIN LATERAL jsonb_to_record(own.before || jsonb_build_object(b.operation->>'field', own.after))
      AS after(title text, author text, edition text, volume text)
  WHERE b.state IN ('waiting', 'running', 'failed') AND own.result = 'changed' AND b.operation->>'field' IN ('title', 'author', 'edition', 'volume')
    AND strpos(public.fold(after.author), '.') > 0
) AS next WHERE r.bulk_id = next.bulk_id AND r.at = next.at;
--> statement-breakpoint
DROP INDEX "book_duplicate_index";--> statement-breakpoint
CREATE INDEX "book_duplicate_index" ON "book" USING btree ((left(public.author_key("author"), 100) COLLATE "C"),(public.title_key("all_words") COLLATE "C"));
