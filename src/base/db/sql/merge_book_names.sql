-- One row for a name again. Each row is put together by whoever deletes it, so two may do this at once.
CREATE OR REPLACE FUNCTION public.merge_book_names()
 RETURNS void
 LANGUAGE sql
BEGIN ATOMIC
 WITH taken AS (
          DELETE FROM public.book_name old
            USING ( SELECT book_name_1.field,
                     book_name_1.name
                    FROM public.book_name book_name_1
                   GROUP BY book_name_1.field, book_name_1.name
                  HAVING ((count(*) > 1) OR (sum(book_name_1.uses) = 0))) many
           WHERE ((old.field = many.field) AND (old.name = many.name))
           RETURNING old.field,
             old.name,
             old.words,
             old.uses
         )
  INSERT INTO public.book_name (field, name, words, uses)  SELECT taken.field,
             taken.name,
             taken.words,
             sum(taken.uses) AS sum
            FROM taken
           GROUP BY taken.field, taken.name, taken.words
          HAVING (sum(taken.uses) <> 0);
END;
