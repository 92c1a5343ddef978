CREATE OR REPLACE FUNCTION public.book_hash(title text, author text, edition text, volume text)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN sha256(convert_to(((((public.fold(title) || ''::text) || public.author_key(author)) || CASE WHEN (COALESCE(edition, ''::text) = ''::text) THEN ''::text ELSE (''::text || public.fold(edition)) END) || CASE WHEN (COALESCE(volume, ''::text) = ''::text) THEN ''::text ELSE (''::text || public.fold(volume)) END), 'UTF8'::name));
