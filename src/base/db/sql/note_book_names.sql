-- A row for each name that a statement has added or taken away, with how often.
CREATE OR REPLACE FUNCTION public.note_book_names()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
$function$;

CREATE TRIGGER book_names_of_changed AFTER UPDATE ON public.book REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_book_names();
CREATE TRIGGER book_names_of_new AFTER INSERT ON public.book REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_book_names();
CREATE TRIGGER book_names_of_removed AFTER DELETE ON public.book REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_book_names();
