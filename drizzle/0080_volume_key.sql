-- What must be unique: author, title, edition and volume. Without a volume the hash is what it was, so that few rows are written anew; a mark
-- of its own before the volume tells the second volume from the second edition.
DROP FUNCTION public.book_hash(text, text, text);
--> statement-breakpoint
CREATE FUNCTION public.book_hash(title text, author text, edition text, volume text) RETURNS bytea
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN sha256(convert_to(public.fold(title) || E'\x1f' || public.fold(author)
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
  NEW.title_hash := sha256(convert_to(title || E'\x1f' || author || CASE WHEN NEW.edition = '' THEN '' ELSE E'\x1f' || public.fold(NEW.edition) END
    || CASE WHEN NEW.volume = '' THEN '' ELSE E'\x1e' || public.fold(NEW.volume) END, 'UTF8'));
  RETURN NEW;
END
$function$;
--> statement-breakpoint
DROP TRIGGER book_derived_again ON public.book;
--> statement-breakpoint
CREATE TRIGGER book_derived_again BEFORE UPDATE ON public.book FOR EACH ROW WHEN (((old.title IS DISTINCT FROM new.title) OR (old.author IS DISTINCT FROM new.author) OR (old.edition IS DISTINCT FROM new.edition) OR (old.volume IS DISTINCT FROM new.volume) OR (old.publisher IS DISTINCT FROM new.publisher) OR (old.series IS DISTINCT FROM new.series) OR (old.subjects IS DISTINCT FROM new.subjects) OR (old.shelf_mark IS DISTINCT FROM new.shelf_mark) OR (old.year IS DISTINCT FROM new.year))) EXECUTE FUNCTION public.derive_book();
--> statement-breakpoint
UPDATE "book" SET title_hash = public.book_hash(title, author, edition, volume) WHERE volume <> '';
--> statement-breakpoint
UPDATE "merged_book" SET title_hash = public.book_hash("values"->>'title', "values"->>'author', "values"->>'edition', "values"->>'volume')
WHERE coalesce("values"->>'volume', '') <> '';
--> statement-breakpoint
-- What waits or was interrupted goes on after the update.
UPDATE "book_import_row" AS r SET title_hash = public.book_hash(input->>'title', coalesce(input->>'author', ''), input->>'edition', input->>'volume')
FROM "book_import" AS i WHERE i.id = r.import_id AND i.state IN ('waiting', 'running', 'paused', 'failed')
  AND title_hash IS NOT NULL AND coalesce(input->>'volume', '') <> '';
--> statement-breakpoint
UPDATE "book_bulk_row" AS r SET title_hash = next.hash
FROM (
  SELECT own.bulk_id, own.at, public.book_hash(after.title, after.author, after.edition, after.volume) AS hash
  FROM "book_bulk" AS b JOIN "book_bulk_row" AS own ON own.bulk_id = b.id
    CROSS JOIN LATERAL jsonb_to_record(own.before || jsonb_build_object(b.operation->>'field', own.after))
      AS after(title text, author text, edition text, volume text)
  WHERE b.state IN ('waiting', 'running', 'failed') AND own.result = 'changed' AND b.operation->>'field' IN ('title', 'author', 'edition', 'volume')
    AND (own.before->>'volume' <> '' OR b.operation->>'field' = 'volume')
) AS next WHERE r.bulk_id = next.bulk_id AND r.at = next.at;
