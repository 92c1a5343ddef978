-- What a title comes to when two are compared: of its words (`all_words`) the letters alone, without an article before
-- them: English, French, Spanish, German, and the Arabic one, which `words_of` writes AB.
CREATE OR REPLACE FUNCTION public.title_key(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN "left"(replace(regexp_replace(regexp_replace((split_part(words, ''::text, 1) COLLATE "C"), '^ (the|an?|les?|la|l|une?|des|el|los|las|der|die|das) (?=[^ ])'::text, ' '::text), '^ AB(?=[^ ]{2})'::text, ' '::text), ' '::text, ''::text), 200);
