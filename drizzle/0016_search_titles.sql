-- The same folding, three times as fast for texts of ASCII: of what it changes, those have only capitals, the grave
-- accent and spaces.
CREATE OR REPLACE FUNCTION public.fold(value text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN btrim(regexp_replace(
  CASE WHEN octet_length(value) = char_length(value) THEN replace(lower(value COLLATE "C"), '`', '''')
  ELSE replace(replace(replace(replace(
    translate(
      regexp_replace(
        lower(normalize(translate(value, E'\u00B4\u1FFD', ''''''), NFKD) COLLATE "und-x-icu") COLLATE "C",
        '[\u00AD\u0300-\u036F\u0483-\u0489\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u061C\u0640\u064B-\u065F\u0670\u0674\u06D6-\u06DC\u06DF-\u06E8\u06EA-\u06ED\u0898-\u089F\u08CA-\u08FF\u180E\u1AB0-\u1AFF\u1DC0-\u1DFF\u200B-\u200F\u202A-\u202E\u2060-\u206F\u20D0-\u20FF\uFE00-\uFE0F\uFE20-\uFE2F\uFEFF]', '', 'g'),
      'øłđðħıŧĸŋɓɗɖƙɣɛɔςəǝƀƃƈƌƒɠǥɦɨɩƚɫɲƞɵƥɍɽƭʈʉʊʋƴɏƶȥⱥȼⱦɇɉٱٲٳةۃىیکڪەہھے٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹’‘‛‚‹›ʼʻʽʾʿˈʹ′‵`ꞌ׳՚‐‒–—―−⁃⸺⸻־˗“”„‟«»״ʺ〝〞،؛؟٪٫٬۔⁄∕',
      'olddhitqnbddkgeoσeebbcdfgghiillnnoprrttuuvyyzzactejاااههييككهههي01234567890123456789''''''''''''''''''''''''''''''''''''''-----------"""""""""",;?%.,.//'),
    'œ', 'oe'), 'æ', 'ae'), 'ß', 'ss'), 'þ', 'th') END,
  '[\s\u0085\u1680\u2028\u2029]+', ' ', 'g'));
--> statement-breakpoint
CREATE FUNCTION public.part_words(folded text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN regexp_replace(regexp_replace(regexp_replace(regexp_replace(
  folded COLLATE "C",
  '[][!"''&(),./:;?{}\u00A1\u00A7\u00AB\u00B6\u00B7\u00BB\u00BF\u060C\u061B\u061F\u066A-\u066D\u06D4\u2010-\u2027\u2030-\u205E\u3001-\u3003\u3008-\u3011-]', ' ', 'g'),
  '([%_\\+#@$*=<>^|~`])', ' \1', 'g'),
  ' +', ' ', 'g'),
  ' ?\x1f ?', E'\x1f ', 'g');
--> statement-breakpoint
CREATE OR REPLACE FUNCTION public.fold_words(value text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN ' ' || btrim(CASE WHEN octet_length(value) = char_length(value) THEN public.part_words(public.fold(value))
  ELSE translate(public.part_words(public.fold(value)), 'اليمنروتبهعدسقفكحجشصخطزضغث', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') END);
--> statement-breakpoint
-- A title without what stands in brackets at its end: series and number, edition. A title of brackets alone keeps them.
CREATE FUNCTION public.without_brackets(title text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN regexp_replace(title COLLATE "C", '([^ ]) *([(\[][^][()]*[)\]] *)+$', '\1');
--> statement-breakpoint
-- The words of a title by which it is looked up: folded, without leading article, and without series.
CREATE FUNCTION public.search_title(title text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN left(btrim(public.fold_words(public.without_article(public.without_brackets(title)))), 200);
--> statement-breakpoint
-- The order of titles that begin alike, as digits: the shorter one first, without its subtitle; volumes that are called
-- like their series, such as "Harry Potter and the Goblet of Fire (Harry Potter, #4)", count as long as the name of the
-- series and stand by their number; then the shorter one with subtitle and brackets.
CREATE FUNCTION public.search_order(title text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  name text := lower(public.without_article(public.without_brackets(title)) COLLATE "und-x-icu");
  volume text[] := regexp_match(title COLLATE "C", '[(\[] *([^][()#]*[^][()#, ]),? +#([0-9]{1,3}(?:\.[0-9])?) *[;)\]]');
  series text := lower(public.without_article(volume[1]) COLLATE "und-x-icu");
  letters integer := length(regexp_replace(name COLLATE "C", ' *: .*$', ''));
  number integer := 9999;
BEGIN
  IF starts_with(name || ' ', series || ' ') THEN
    letters := length(series);
    number := volume[2]::numeric * 10;
  END IF;
  RETURN lpad(least(letters, 999)::text, 3, '0') || lpad(number::text, 4, '0') || lpad(least(length(title), 999)::text, 3, '0');
END
$$;
--> statement-breakpoint
-- One statement: the table is written anew once.
ALTER TABLE "book"
  ADD COLUMN "author_words" text collate "C" GENERATED ALWAYS AS (public.fold_words("author") || ' ') STORED NOT NULL,
  ADD COLUMN "search_title" text collate "C" GENERATED ALWAYS AS (public.search_title("title")) STORED NOT NULL,
  ADD COLUMN "search_order" text collate "C" GENERATED ALWAYS AS (public.search_order("title")) STORED NOT NULL;
--> statement-breakpoint
CREATE INDEX "book_author_words_index" ON "book" USING gin ("author_words" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "book_search_title_index" ON "book" USING btree ("search_title","search_order","id");
