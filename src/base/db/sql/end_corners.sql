CREATE OR REPLACE FUNCTION public.end_corners()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_TABLE_NAME = 'library_setting' THEN
    UPDATE public.self_service_corner SET ended_at = now(), borrower_id = NULL WHERE ended_at IS NULL;
  ELSE
    UPDATE public.self_service_corner SET ended_at = now(), borrower_id = NULL WHERE ended_at IS NULL AND opened_by = OLD.id;
  END IF;
  RETURN NULL;
END
$function$;

CREATE TRIGGER library_lends_no_more AFTER UPDATE OF lending ON public.library_setting FOR EACH ROW WHEN ((old.lending AND (NOT new.lending))) EXECUTE FUNCTION public.end_corners();
CREATE TRIGGER user_lends_no_more AFTER UPDATE OF role, banned, email ON public."user" FOR EACH ROW WHEN ((new.banned OR (new.email IS DISTINCT FROM old.email) OR (NOT (string_to_array(replace(new.role, ' '::text, ''::text), ','::text) && ARRAY['admin'::text, 'desk'::text])))) EXECUTE FUNCTION public.end_corners();
