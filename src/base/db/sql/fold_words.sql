CREATE OR REPLACE FUNCTION public.fold_words(value text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
BEGIN
  RETURN public.words_of(public.fold(value));
END
$function$;
