-- The words of a title by which it is looked up: folded, without leading article, and without series.
CREATE OR REPLACE FUNCTION public.search_title(title text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN "left"(btrim(public.fold_words(public.without_article(public.without_brackets(title)))), 200);
