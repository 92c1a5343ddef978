-- A hash of folded texts, for unique constraints: a folded title may be longer than an index row.
CREATE OR REPLACE FUNCTION public.fold_hash(first text, second text DEFAULT ''::text)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN sha256(convert_to(((public.fold(first) || ''::text) || public.fold(second)), 'UTF8'::name));
