-- Folding, widened: the Latin letters with a hook, stroke or tail that have a capital (CLDR's Latin-ASCII, which is
-- PostgreSQL's unaccent.rules; schwa as Azerbaijani is written without it), the acute accent and the half rings that
-- stand for an apostrophe, single and low quotation marks, more dashes, spaces that NFKD keeps, marks of direction,
-- and of the Arabic letters: wavy hamza, high hamza, swash kaf, Urdu teh marbuta, percent and decimal signs.
CREATE OR REPLACE FUNCTION public.fold(value text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN btrim(regexp_replace(
  replace(replace(replace(replace(
    translate(
      regexp_replace(
        lower(normalize(translate(value, E'\u00B4\u1FFD', ''''''), NFKD) COLLATE "und-x-icu") COLLATE "C",
        '[\u00AD\u0300-\u036F\u0483-\u0489\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u061C\u0640\u064B-\u065F\u0670\u0674\u06D6-\u06DC\u06DF-\u06E8\u06EA-\u06ED\u0898-\u089F\u08CA-\u08FF\u180E\u1AB0-\u1AFF\u1DC0-\u1DFF\u200B-\u200F\u202A-\u202E\u2060-\u206F\u20D0-\u20FF\uFE00-\uFE0F\uFE20-\uFE2F\uFEFF]', '', 'g'),
      'øłđðħıŧĸŋɓɗɖƙɣɛɔςəǝƀƃƈƌƒɠǥɦɨɩƚɫɲƞɵƥɍɽƭʈʉʊʋƴɏƶȥⱥȼⱦɇɉٱٲٳةۃىیکڪەہھے٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹’‘‛‚‹›ʼʻʽʾʿˈʹ′‵`ꞌ׳՚‐‒–—―−⁃⸺⸻־˗“”„‟«»״ʺ〝〞،؛؟٪٫٬۔⁄∕',
      'olddhitqnbddkgeoσeebbcdfgghiillnnoprrttuuvyyzzactejاااههييككهههي01234567890123456789''''''''''''''''''''''''''''''''''''''-----------"""""""""",;?%.,.//'),
    'œ', 'oe'), 'æ', 'ae'), 'ß', 'ss'), 'þ', 'th'),
  '[\s\u0085\u1680\u2028\u2029]+', ' ', 'g'));
--> statement-breakpoint
-- Stored columns are computed anew only where their row is written: the few rows that fold otherwise now. Two that are
-- one since then stay as they are, until somebody edits one.
DO $$
DECLARE stale record;
BEGIN
  FOR stale IN SELECT id FROM "book" WHERE title_hash IS DISTINCT FROM public.fold_hash(title, author) LOOP
    BEGIN
      UPDATE "book" SET title = title WHERE id = stale.id;
    EXCEPTION WHEN unique_violation THEN NULL;
    END;
  END LOOP;
  FOR stale IN SELECT id FROM "genre" WHERE search_text IS DISTINCT FROM public.fold(name || ' ' || words) LOOP
    BEGIN
      UPDATE "genre" SET name = name WHERE id = stale.id;
    EXCEPTION WHEN unique_violation THEN NULL;
    END;
  END LOOP;
END
$$;
--> statement-breakpoint
-- The words of a text as search compares them: folded, with one space before each. Punctuation parts words; a symbol,
-- % _ \ and + # @ $ * = < > ^ | ~ ` among them, is a letter that begins one, so that each can be searched for. The
-- mark U+001F, which nobody types, parts a book's title from the rest. The most common Arabic letters stand as Latin
-- capitals, which folding leaves free: where the database's locale is C, pg_trgm takes no other letters for letters,
-- and an Arabic word would be looked for in the whole table.
CREATE FUNCTION public.fold_words(value text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN ' ' || btrim(translate(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
  public.fold(value) COLLATE "C",
  '[][!"''&(),./:;?{}\u00A1\u00A7\u00AB\u00B6\u00B7\u00BB\u00BF\u060C\u061B\u061F\u066A-\u066D\u06D4\u2010-\u2027\u2030-\u205E\u3001-\u3003\u3008-\u3011-]', ' ', 'g'),
  '([%_\\+#@$*=<>^|~`])', ' \1', 'g'),
  ' +', ' ', 'g'),
  ' ?\x1f ?', E'\x1f ', 'g'),
  'اليمنروتبهعدسقفكحجشصخطزضغث', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'));
--> statement-breakpoint
DROP INDEX "book_sort_title_index";--> statement-breakpoint
DROP INDEX "book_search_text_index";--> statement-breakpoint
ALTER TABLE "book" DROP COLUMN "search_text";