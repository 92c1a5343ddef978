-- By what two names are the same author: what `fold` ignores, and the dots of initials.
CREATE OR REPLACE FUNCTION public.author_key(author text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN public.author_key_of(public.fold(author));
