CREATE OR REPLACE FUNCTION public.search_order(title text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
BEGIN
  RETURN public.search_order_of(title, public.without_article(public.without_brackets(title)));
END
$function$;
