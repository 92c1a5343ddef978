CREATE TABLE "book_name" (
	"field" text NOT NULL,
	"name" text NOT NULL,
	"words" text collate "C" NOT NULL,
	"uses" integer NOT NULL
);
--> statement-breakpoint
-- A row for each name that a statement has added or taken away, with how often.
CREATE FUNCTION public.note_book_names() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO public.book_name
    SELECT field, name, public.fold_words(name), count(*)
    FROM new_rows, LATERAL (VALUES ('author', author), ('publisher', publisher)) AS named(field, name)
    WHERE name <> '' GROUP BY field, name;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO public.book_name
    SELECT field, name, public.fold_words(name), sum(uses)
    FROM (SELECT author, publisher, 1 AS uses FROM new_rows UNION ALL SELECT author, publisher, -1 FROM old_rows) AS changed,
      LATERAL (VALUES ('author', author), ('publisher', publisher)) AS named(field, name)
    WHERE name <> '' GROUP BY field, name HAVING sum(uses) <> 0;
  ELSE
    INSERT INTO public.book_name
    SELECT field, name, public.fold_words(name), -count(*)
    FROM old_rows, LATERAL (VALUES ('author', author), ('publisher', publisher)) AS named(field, name)
    WHERE name <> '' GROUP BY field, name;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- One row for a name again. Each row is put together by whoever deletes it, so two may do this at once.
CREATE FUNCTION public.merge_book_names() RETURNS void
LANGUAGE sql
BEGIN ATOMIC
  WITH taken AS (
    DELETE FROM public.book_name AS old USING (
      SELECT field, name FROM public.book_name GROUP BY field, name HAVING count(*) > 1 OR sum(uses) = 0
    ) AS many
    WHERE old.field = many.field AND old.name = many.name
    RETURNING old.field, old.name, old.words, old.uses
  )
  INSERT INTO public.book_name (field, name, words, uses)
  SELECT field, name, words, sum(uses) FROM taken GROUP BY field, name, words HAVING sum(uses) <> 0;
END;
--> statement-breakpoint
CREATE TRIGGER book_names_of_new AFTER INSERT ON "book"
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_book_names();
--> statement-breakpoint
CREATE TRIGGER book_names_of_changed AFTER UPDATE ON "book"
REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_book_names();
--> statement-breakpoint
CREATE TRIGGER book_names_of_removed AFTER DELETE ON "book"
REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_book_names();
--> statement-breakpoint
-- Those of the books there are; the triggers keep others from writing until this is committed.
INSERT INTO "book_name"
SELECT field, name, public.fold_words(name), count(*)
FROM "book", LATERAL (VALUES ('author', author), ('publisher', publisher)) AS named(field, name)
WHERE name <> '' GROUP BY field, name;
--> statement-breakpoint
CREATE INDEX "book_name_uses_index" ON "book_name" USING btree ("field","uses");--> statement-breakpoint
CREATE INDEX "book_name_words_index" ON "book_name" USING gin ("words" gin_trgm_ops);
--> statement-breakpoint
-- What a title comes to when two are compared: of its words (`all_words`) the letters alone, without an article before
-- them: English, French, Spanish, German, and the Arabic one, which `fold_words` writes AB.
CREATE FUNCTION public.title_key(words text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN left(replace(regexp_replace(regexp_replace(
  split_part(words, E'\x1f', 1) COLLATE "C",
  '^ (the|an?|les?|la|l|une?|des|el|los|las|der|die|das) (?=[^ ])', ' '),
  '^ AB(?=[^ ]{2})', ' '),
  ' ', ''), 200);
--> statement-breakpoint
CREATE INDEX "book_twin_index" ON "book" USING btree ((left(public.fold("author"), 100) COLLATE "C"), (public.title_key("all_words") COLLATE "C"));
