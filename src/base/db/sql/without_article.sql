-- A title without its leading article: English the, a, an; French le, la, les, l', un, une, des; Arabic al-. Signs, quotes
-- and brackets before it go as well. What would be left empty stays: a book called "The" keeps its name.
-- No article: "a" before "is", "to", "for", "and" ("A is for Alibi") and before "la" or "l'" (French "à la" without its
-- accent); "à" itself; alef with hamza; al- in the name of God, in relative pronouns and before a single letter.
CREATE OR REPLACE FUNCTION public.without_article(value text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
BEGIN
  -- A letter or digit of ASCII and no word that may be an article: nothing to drop.
  IF value COLLATE "C" !~* '^(?:$|[^a-z0-9]|(?:the|an?|le|la|les|un|une|des|l)[^a-z0-9])' THEN
    RETURN value;
  END IF;
  RETURN regexp_replace(value COLLATE "und-x-icu",
    '^[^[:alnum:]]*(?:(?:'
      '(?:the|an|le|la|les|un|une|des)[[:space:]]'
      '|a(?![[:space:]]+(?:is|to|for|and|la)\M)(?![[:space:]]+l[''\u2019])[[:space:]]'
      '|l[''\u2019\u02BC\u00B4]'
      '|[\u0627\u0671][\u064B-\u065F]*\u0644(?!\u0644\u0647\M|\u0630\u064A\M|\u062A\u064A\M|\u0630\u064A\u0646\M)(?=[\u064B-\u065F]*[[:alpha:]][\u064B-\u065F]*[[:alpha:]])'
    ')[^[:alnum:]]*)?(?=[[:alnum:]])', '', 'i');
END
$function$;
