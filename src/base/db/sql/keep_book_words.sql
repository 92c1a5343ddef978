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

CREATE TRIGGER book_words_of_changed AFTER UPDATE ON public.book REFERENCING OLD TABLE AS replaced NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION public.keep_book_words();
CREATE TRIGGER book_words_of_new AFTER INSERT ON public.book REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION public.keep_book_words();
