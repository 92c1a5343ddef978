-- As note_book_change.
CREATE OR REPLACE FUNCTION public.note_user_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO public.user_change (added) SELECT count(*) FROM new_rows;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO public.user_change (added) SELECT -count(*) FROM old_rows;
  ELSIF TG_OP = 'TRUNCATE' THEN
    INSERT INTO public.user_change (added) SELECT -coalesce(sum(added), 0) FROM public.user_change;
  ELSE
    INSERT INTO public.user_change DEFAULT VALUES;
  END IF;
  RETURN NULL;
END
$function$;

CREATE TRIGGER user_added AFTER INSERT ON public."user" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_user_change();
CREATE TRIGGER user_changed AFTER UPDATE OR TRUNCATE ON public."user" FOR EACH STATEMENT EXECUTE FUNCTION public.note_user_change();
CREATE TRIGGER user_removed AFTER DELETE ON public."user" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_user_change();
