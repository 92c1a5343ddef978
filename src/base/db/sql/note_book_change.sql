-- Totals are kept until the next change of the table is committed; its size is the sum of what was added. A row for a
-- change, rather than a counter: those who write at the same time do not wait for each other.
CREATE OR REPLACE FUNCTION public.note_book_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO public.book_change (added) SELECT count(*) FROM new_rows;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO public.book_change (added) SELECT -count(*) FROM old_rows;
  ELSIF TG_OP = 'TRUNCATE' THEN
    INSERT INTO public.book_change (added) SELECT -coalesce(sum(added), 0) FROM public.book_change;
  ELSE
    INSERT INTO public.book_change DEFAULT VALUES;
  END IF;
  RETURN NULL;
END
$function$;

CREATE TRIGGER book_added AFTER INSERT ON public.book REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_book_change();
CREATE TRIGGER book_changed AFTER UPDATE OR TRUNCATE ON public.book FOR EACH STATEMENT EXECUTE FUNCTION public.note_book_change();
CREATE TRIGGER book_removed AFTER DELETE ON public.book REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_book_change();
