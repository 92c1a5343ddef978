CREATE OR REPLACE FUNCTION public.book_hash(title text, author text, edition text)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN sha256(convert_to((((public.fold(title) || ''::text) || public.fold(author)) || CASE WHEN (COALESCE(edition, ''::text) = ''::text) THEN ''::text ELSE (''::text || public.fold(edition)) END), 'UTF8'::name));
