-- What a word of Latin letters sounds like, the same as `soundKey` of the copy on a phone: words of a search that are in no
-- book are compared by it, such as `stefen` with Stephen.
CREATE FUNCTION public.sound_key(word text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
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
$$;
--> statement-breakpoint
CREATE INDEX "book_word_sound_index" ON "book_word" USING btree (public.sound_key("word"));
