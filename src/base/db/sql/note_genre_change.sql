-- As note_book_change.
CREATE OR REPLACE FUNCTION public.note_genre_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO public.book_change DEFAULT VALUES;
  RETURN NULL;
END
$function$;

CREATE TRIGGER genre_change_noted AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.genre FOR EACH STATEMENT EXECUTE FUNCTION public.note_genre_change();
