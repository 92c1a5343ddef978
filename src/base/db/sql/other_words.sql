-- The words of other titles that the details of a book name, such as the original one that a file has brought along, and of
-- its author, in the form of `all_words`. Empty where the title says the same: a number or an address is no title.
CREATE OR REPLACE FUNCTION public.other_words(title text, author text, details jsonb)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
DECLARE
  own text COLLATE "C" := public.fold_words(title) || ' ';
  others text COLLATE "C" := '';
  words text COLLATE "C";
  detail record;
BEGIN
  FOR detail IN SELECT one->>'name' COLLATE "und-x-icu" AS name, left(one->>'value', 500) AS value FROM jsonb_array_elements(details) AS one LOOP
    IF detail.name ~* 'title|titre|t[i\u00ED]tulo|titel|kichwa|\u0639\u0646\u0648\u0627\u0646' AND detail.value !~* '^ *[a-z]+://' THEN
      words := public.fold_words(detail.value);
      IF words ~ '[^ 0-9#]' AND position(words || ' ' IN own) = 0 THEN
        others := others || words;
      END IF;
    END IF;
  END LOOP;
  RETURN CASE WHEN others = '' THEN '' ELSE left(others, 1000) || E'\x1f' || public.fold_words(author) END;
END
$function$;
