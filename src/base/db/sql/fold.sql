-- Folding: what is equal for search, unique constraints and filing. A regular expression or a long `translate` runs only
-- if a cheap test finds something for it.
CREATE OR REPLACE FUNCTION public.fold(value text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
DECLARE
  folded text COLLATE "C";
BEGIN
  IF octet_length(value) = char_length(value) THEN
    folded := replace(lower(value COLLATE "C"), '`', '''');
  ELSE
    folded := regexp_replace(
      lower(normalize(replace(replace(value, E'\u00B4', ''''), E'\u1FFD', ''''), NFKD) COLLATE "und-x-icu") COLLATE "C",
      '[\u00AD\u0300-\u036F\u0483-\u0489\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u061C\u0640\u064B-\u065F\u0670\u0674\u06D6-\u06DC\u06DF-\u06E8\u06EA-\u06ED\u0898-\u089F\u08CA-\u08FF\u180E\u1AB0-\u1AFF\u1DC0-\u1DFF\u200B-\u200F\u202A-\u202E\u2060-\u206F\u20D0-\u20FF\uFE00-\uFE0F\uFE20-\uFE2F\uFEFF]', '', 'g');
    folded := replace(replace(replace(folded, '`', ''''), 'ة', 'ه'), 'ى', 'ي');
    -- ASCII and the Arabic letters are done.
    IF folded ~ '[^\u0001-\u007F\u0621-\u064A]' THEN
      folded := replace(replace(replace(replace(
        translate(folded,
          'øłđðħıŧĸŋɓɗɖƙɣɛɔςəǝƀƃƈƌƒɠǥɦɨɩƚɫɲƞɵƥɍɽƭʈʉʊʋƴɏƶȥⱥȼⱦɇɉٱٲٳۃیکڪەہھے٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹’‘‛‚‹›ʼʻʽʾʿˈʹ′‵ꞌ׳՚‐‒–—―−⁃⸺⸻־˗“”„‟«»״ʺ〝〞،؛؟٪٫٬۔⁄∕',
          'olddhitqnbddkgeoσeebbcdfgghiillnnoprrttuuvyyzzactejاااهيككهههي01234567890123456789''''''''''''''''''''''''''''''''''''-----------"""""""""",;?%.,.//'),
        'œ', 'oe'), 'æ', 'ae'), 'ß', 'ss'), 'þ', 'th');
    END IF;
  END IF;
  IF folded ~ '  |[\t-\r\u0085\u1680\u2028\u2029]' THEN
    folded := regexp_replace(folded, '[\s\u0085\u1680\u2028\u2029]{2,}|[\t-\r\u0085\u1680\u2028\u2029]', ' ', 'g');
  END IF;
  RETURN btrim(folded);
END
$function$;
