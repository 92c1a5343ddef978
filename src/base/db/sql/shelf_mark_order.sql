-- What a shelf mark is filed under, in the collation `counted`, which sorts numbers as people count. Of a class of three digits
-- (Dewey, UDC) what follows the point is decimals, so each of its digits is a number: 823.12 before 823.2. No mark comes last.
CREATE OR REPLACE FUNCTION public.shelf_mark_order(shelf_mark text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
BEGIN
  IF shelf_mark = '' THEN
    RETURN U&'\FFFF';
  ELSIF position('.' IN shelf_mark) = 0 THEN
    RETURN shelf_mark;
  END IF;
  RETURN regexp_replace(shelf_mark COLLATE "C", '(?<=(?:^|[^0-9])[0-9]{3}\.[0-9]*)[0-9]', ' \&', 'g');
END
$function$;
