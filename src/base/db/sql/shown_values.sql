CREATE OR REPLACE FUNCTION public.shown_values(doc jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT CASE WHEN doc->>'email' LIKE '%@none.invalid' THEN doc || '{"email": null}' ELSE doc END
$function$;
