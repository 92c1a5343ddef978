CREATE OR REPLACE FUNCTION public.sort_key(value text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
BEGIN
  RETURN public.sort_key_of(public.fold(value), value);
END
$function$;
