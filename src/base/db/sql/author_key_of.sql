-- `author_key` of a name that is folded already.
CREATE OR REPLACE FUNCTION public.author_key_of(folded text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN CASE WHEN (strpos(folded, '.'::text) = 0) THEN folded ELSE COALESCE(NULLIF(btrim(regexp_replace(folded, '[. ]+'::text, ' '::text, 'g'::text)), ''::text), folded) END;
