CREATE TABLE "book_word" (
	"word" text collate "C" NOT NULL
);
--> statement-breakpoint
-- Adds the words of the books that were written. No unique index: whoever saves would wait for another one that has
-- used the same new word and not yet committed, and two imports for each other. A word that both add stands twice.
-- The settings keep the plan to look-ups in the index: it is made once for a connection, and one made for an import
-- of thousands of books would read all words at every save.
CREATE FUNCTION public.keep_book_words() RETURNS trigger
LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO public.book_word
    SELECT word FROM (
      SELECT DISTINCT word FROM written, string_to_table(translate(written.all_words, E'\x1f', ''), ' ') AS word
    ) AS used
    WHERE word <> '' AND length(word) <= 40 AND word !~ '[0-9]'
      AND NOT EXISTS (SELECT FROM public.book_word AS known WHERE known.word = used.word);
  ELSE
    INSERT INTO public.book_word
    SELECT word FROM (
      SELECT DISTINCT word FROM (SELECT all_words FROM written EXCEPT SELECT all_words FROM replaced) AS changed,
        string_to_table(translate(changed.all_words, E'\x1f', ''), ' ') AS word
    ) AS used
    WHERE word <> '' AND length(word) <= 40 AND word !~ '[0-9]'
      AND NOT EXISTS (SELECT FROM public.book_word AS known WHERE known.word = used.word);
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER book_words_of_new AFTER INSERT ON "book"
REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION public.keep_book_words();
--> statement-breakpoint
CREATE TRIGGER book_words_of_changed AFTER UPDATE ON "book"
REFERENCING OLD TABLE AS replaced NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION public.keep_book_words();
--> statement-breakpoint
-- Those of the books there are; the triggers keep others from writing until this is committed.
INSERT INTO "book_word"
SELECT word FROM (
  SELECT DISTINCT word FROM "book", string_to_table(translate(all_words, E'\x1f', ''), ' ') AS word
) AS used
WHERE word <> '' AND length(word) <= 40 AND word !~ '[0-9]';
--> statement-breakpoint
CREATE INDEX "book_word_word_index" ON "book_word" USING btree ("word");--> statement-breakpoint
CREATE INDEX "book_word_likeness_index" ON "book_word" USING gin ("word" gin_trgm_ops);
