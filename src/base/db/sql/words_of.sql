-- The words of a folded text as search compares them, with one space before each. Punctuation parts words; a symbol,
-- % _ \ and + # @ $ * = < > ^ | ~ ` among them, is a letter that begins one, so that each can be searched for. The
-- mark U+001F, which nobody types, parts a book's title from the rest. The most common Arabic letters stand as Latin
-- capitals, which folding leaves free: where the database's locale is C, pg_trgm takes no other letters for letters,
-- and an Arabic word would be looked for in the whole table.
CREATE OR REPLACE FUNCTION public.words_of(folded text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
DECLARE
  words text COLLATE "C" := folded;
BEGIN
  IF words ~ '[^a-z0-9 ]' THEN
    words := regexp_replace(regexp_replace(words,
      '[][!"''&(),./:;?{}\u00A1\u00A7\u00AB\u00B6\u00B7\u00BB\u00BF\u060C\u061B\u061F\u066A-\u066D\u06D4\u2010-\u2027\u2030-\u205E\u3001-\u3003\u3008-\u3011-]', ' ', 'g'),
      '([%_\\+#@$*=<>^|~`])', ' \1', 'g');
    IF position('  ' IN words) > 0 THEN
      words := regexp_replace(words, '  +', ' ', 'g');
    END IF;
    -- One space after each U+001F and none before it.
    words := replace(replace(replace(words, E' \x1f', E'\x1f'), E'\x1f ', E'\x1f'), E'\x1f', E'\x1f ');
    IF words ~ '[\u0621-\u064A]' THEN
      words := translate(words, 'اليمنروتبهعدسقفكحجشصخطزضغث', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ');
    END IF;
  END IF;
  RETURN ' ' || btrim(words);
END
$function$;
