-- The order of titles that begin alike, as digits: the shorter one first, without its subtitle; volumes that are called
-- like their series, such as "Harry Potter and the Goblet of Fire (Harry Potter, #4)", count as long as the name of the
-- series and stand by their number; then the shorter one with subtitle and brackets.
CREATE OR REPLACE FUNCTION public.search_order_of(title text, bare_title text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
DECLARE
  name text COLLATE "C" := lower(bare_title COLLATE "und-x-icu");
  volume text[];
  series text COLLATE "C";
  letters integer := length(name);
  number integer := 9999;
BEGIN
  IF position(':' IN name) > 0 THEN
    letters := length(regexp_replace(name, ' *: .*$', ''));
  END IF;
  IF position('#' IN title) > 0 THEN
    volume := regexp_match(title COLLATE "C", '[(\[] *([^][()#]*[^][()#, ]),? +#([0-9]{1,3}(?:\.[0-9])?) *[;)\]]');
    series := lower(public.without_article(volume[1]) COLLATE "und-x-icu");
    IF starts_with(name || ' ', series || ' ') THEN
      letters := length(series);
      number := volume[2]::numeric * 10;
    END IF;
  END IF;
  RETURN lpad((least(letters, 999)::bigint * 10000000 + number * 1000 + least(length(title), 999))::text, 10, '0');
END
$function$;
