-- A picture that a book ever had is kept: the history of the book, its undo and the trash name it.
CREATE OR REPLACE FUNCTION public.use_cover()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE public.cover_image SET is_used = true WHERE id = NEW.cover AND NOT is_used;
  RETURN NULL;
END
$function$;

CREATE TRIGGER book_cover_used AFTER INSERT OR UPDATE OF cover ON public.book FOR EACH ROW WHEN ((new.cover IS NOT NULL)) EXECUTE FUNCTION public.use_cover();
