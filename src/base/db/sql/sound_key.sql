-- What a word of Latin letters sounds like, the same as `soundKey` in lib: words of a search that are in no
-- book are compared by it, such as `stefen` with Stephen.
CREATE OR REPLACE FUNCTION public.sound_key(word text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
DECLARE
  key text COLLATE "C" := word;
BEGIN
  IF key !~ '^[a-z]{4,40}$' THEN
    RETURN NULL;
  END IF;
  key := regexp_replace(regexp_replace(replace(key, 'ph', 'f'), 'c(?=[eiy])', 's', 'g'), 'ch|ck|qu|[cq]', 'k', 'g');
  key := replace(replace(translate(key, 'vzj', 'fsg'), 'x', 'ks'), 'h', '');
  key := regexp_replace(regexp_replace(regexp_replace(key, '[aeiouwy]+', 'a', 'g'), '(.)\1+', '\1', 'g'), 'a$', '');
  RETURN CASE WHEN length(key) < 3 THEN NULL ELSE key END;
END
$function$;
