-- A title without what stands in brackets at its end: series and number, edition. A title of brackets alone keeps them.
CREATE OR REPLACE FUNCTION public.without_brackets(title text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
BEGIN
  IF right(rtrim(title), 1) NOT IN (')', ']') THEN
    RETURN title;
  END IF;
  RETURN regexp_replace(title COLLATE "C", '([^ ]) *([(\[][^][()]*[)\]] *)+$', '\1');
END
$function$;
