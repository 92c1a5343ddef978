-- What a text, folded already, is filed under: signs before it and apostrophes passed over, other punctuation as one
-- space. Never empty: a text of signs alone is filed under its signs.
CREATE OR REPLACE FUNCTION public.sort_key_of(folded text, value text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
DECLARE
  key text COLLATE "C" := replace(folded, '''', '');
BEGIN
  IF key ~ '[^a-z0-9 \u0621-\u064A]|  ' THEN
    key := regexp_replace(regexp_replace(key COLLATE "und-x-icu",
      '^[^[:alnum:]]+(?=[[:alnum:]])', ''),
      '[[:punct:][:space:]]+', ' ', 'g');
  END IF;
  RETURN coalesce(nullif(btrim(key), ''), nullif(folded, ''), value);
END
$function$;
