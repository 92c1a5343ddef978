-- The words and orders of a book, with the same results in two thirds of the time: a regular expression that replaces spaces
-- matches only where there are two, a field that is empty adds none, and a name of two words is taken apart without one. And new
-- words are looked for one by one, whatever the planner knew when a connection wrote its first book.
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
--> statement-breakpoint
-- The words of a folded text as search compares them, with one space before each. Punctuation parts words; a symbol,
-- % _ \ and + # @ $ * = < > ^ | ~ ` among them, is a letter that begins one, so that each can be searched for. The
-- mark U+001F, which nobody types, parts a book's title from the rest. The most common Arabic letters stand as Latin
-- capitals, which folding leaves free: where the database's locale is C, pg_trgm takes no other letters for letters,
-- and an Arabic word would be looked for in the whole table.
CREATE OR REPLACE FUNCTION public.words_of(folded text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
DECLARE
  words text COLLATE "C" := folded;
BEGIN
  IF words ~ '[^a-z0-9 ]' THEN
    words := regexp_replace(regexp_replace(words,
      '[][!"''&(),./:;?{}\u00A1\u00A7\u00AB\u00B6\u00B7\u00BB\u00BF\u060C\u061B\u061F\u066A-\u066D\u06D4\u2010-\u2027\u2030-\u205E\u3001-\u3003\u3008-\u3011-]', ' ', 'g'),
      '([%_\\+#@$*=<>^|~`])', ' \1', 'g');
    IF position('  ' IN words) > 0 THEN
      words := regexp_replace(words, '  +', ' ', 'g');
    END IF;
    -- One space after each U+001F and none before it.
    words := replace(replace(replace(words, E' \x1f', E'\x1f'), E'\x1f ', E'\x1f'), E'\x1f', E'\x1f ');
    IF words ~ '[\u0621-\u064A]' THEN
      words := translate(words, 'اليمنروتبهعدسقفكحجشصخطزضغث', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ');
    END IF;
  END IF;
  RETURN ' ' || btrim(words);
END
$function$;
--> statement-breakpoint
-- What an author is filed under: the surname first, "Stephen King, Peter Straub" as "King Stephen, Peter Straub". The same as
-- `authorOrder` in features/offline. As written stay "Last, First", names of one word, Arabic and Asian names, those of
-- bodies, and patronymics.
CREATE OR REPLACE FUNCTION public.author_order(author text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
DECLARE
  names text COLLATE "C" := author;
  pieces text[];
  parts text[];
BEGIN
  IF position(' ' IN btrim(names)) = 0 THEN
    RETURN author;
  END IF;
  names := btrim(regexp_replace(names, ',? +(?:[Jj][Rr]|[Ss][Rr]|II|III|IV|[Pp][Hh]\.?[Dd]|M\.?D)\.?(?= *(?:$|[,;&]))', '', 'g'));
  pieces := regexp_split_to_array((regexp_split_to_array(names, ' *[;؛&] *'))[1], ' *[,،] *| +(?:and|et|na) +');
  IF position(' ' IN pieces[2]) = 0 OR pieces[2] ~ ' [^ ]\.$' OR pieces[1] ~ '[\u0530-\u1DFF\u2C00-\uD7FF]'
    OR pieces[1] ~ '(?:^| )(?:[Tt]he|of|for|[Ff]olktale|University|Ministry|Institute|Association|Society|Company|Committee|Council|Commission|Center|Centre|Museum|Library|Group|Project|Editors?|Magazine|Foundation|Organi[sz]ation|Publishers|Publishing|Department|Team|Studios?|Nations|Inc\.?|Ltd\.?|Université|Ministère|Institut|Éditions|Collectif|Société|Wizara|Chuo|Taasisi|Shirika)(?: |$)'
    OR pieces[1] ~ '[^ ] +(?:wa|bin|ibn|binti|bint) +[^ ]|^(?:Ibn|Abu|Le|La) +[^ ]+$' THEN
    RETURN author;
  END IF;
  -- Most names have two words, and need no look for those that belong to a surname.
  parts := string_to_array(pieces[1], ' ');
  IF array_length(parts, 1) > 2 THEN
    parts := regexp_match(pieces[1], '^(.*?[^ ]) +((?:(?:[Ll]e|[Ll]es|[Dd]u|[Dd]es|La|Van|Von|De|Di|Da|Del|Della|Der|Den|Dos|Ter|Saint|St\.?|San|Santa|Mac|Mc|Abu|Abou|Abd|Abdel|Abdul|Ben|Bin|Ibn) +)*[^ ]+)$');
  END IF;
  RETURN coalesce(regexp_replace(parts[2], '^[AaEe]l[-\u2010\u2011](?=[^ ])', '') || ' ' || parts[1] || substr(names, length(pieces[1]) + 1), author);
END
$function$;
--> statement-breakpoint
-- What a shelf mark is filed under, in the collation `counted`, which sorts numbers as people count. Of a class of three digits
-- (Dewey, UDC) what follows the point is decimals, so each of its digits is a number: 823.12 before 823.2. No mark comes last.
CREATE OR REPLACE FUNCTION public.shelf_mark_order(shelf_mark text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
BEGIN
  IF shelf_mark = '' THEN
    RETURN U&'\FFFF';
  ELSIF position('.' IN shelf_mark) = 0 THEN
    RETURN shelf_mark;
  END IF;
  RETURN regexp_replace(shelf_mark COLLATE "C", '(?<=(?:^|[^0-9])[0-9]{3}\.[0-9]*)[0-9]', ' \&', 'g');
END
$function$;
--> statement-breakpoint
-- The columns for search and order, by one trigger that folds each text once: as generated columns, which share nothing,
-- they took a quarter of an import's time.
CREATE OR REPLACE FUNCTION public.derive_book()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  title text COLLATE "C" := public.fold(NEW.title);
  author text COLLATE "C" := public.fold(NEW.author);
  without_brackets text := public.without_brackets(NEW.title);
  without_article text := public.without_article(NEW.title);
  author_order text := public.author_order(NEW.author);
  bare_title text := CASE WHEN without_brackets = NEW.title THEN without_article ELSE public.without_article(without_brackets) END;
BEGIN
  NEW.all_words := public.words_of(title || E'\x1f' || author || ' ' || public.fold(concat_ws(' ',
    nullif(NEW.publisher, ''), nullif(NEW.series, ''), nullif(array_to_string(NEW.subjects, ' '), ''), nullif(NEW.shelf_mark, ''))));
  NEW.walk_words := left(NEW.all_words, 400);
  NEW.author_words := public.words_of(author) || ' ';
  NEW.search_title := left(btrim(CASE WHEN bare_title = NEW.title THEN public.words_of(title) ELSE public.fold_words(bare_title) END), 200);
  NEW.search_order := public.search_order_of(NEW.title, bare_title);
  NEW.sort_title := left(CASE WHEN without_article = NEW.title THEN public.sort_key_of(title, NEW.title) ELSE public.sort_key(without_article) END, 200);
  NEW.sort_author := CASE WHEN btrim(NEW.author) = '' THEN U&'\FFFF' ELSE left(CASE WHEN author_order = NEW.author THEN public.sort_key_of(author, NEW.author) ELSE public.sort_key(author_order) END, 200) END;
  NEW.sort_year := coalesce(lpad(NEW.year::text, 4, '0'), '~');
  NEW.sort_year_down := coalesce(lpad((9999 - NEW.year)::text, 4, '0'), '~');
  NEW.sort_shelf_mark := public.shelf_mark_order(NEW.shelf_mark);
  NEW.title_hash := sha256(convert_to(title || E'\x1f' || author || CASE WHEN NEW.edition = '' THEN '' ELSE E'\x1f' || public.fold(NEW.edition) END, 'UTF8'));
  RETURN NEW;
END
$function$;
--> statement-breakpoint
-- Adds the words of the books that were written. No unique index: whoever saves would wait for another one that has
-- used the same new word and not yet committed, and two imports for each other. A word that both add stands twice.
-- `OFFSET 0` and the setting keep the plan to one look-up in the index for each word: it is made once for a connection, and
-- one made for an import, or while there were a few words, would read all words each time.
CREATE OR REPLACE FUNCTION public.keep_book_words()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
DECLARE
  words text;
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT string_agg(all_words, '') INTO words FROM written;
  ELSE
    SELECT string_agg(all_words, '') INTO words
    FROM (SELECT all_words FROM written EXCEPT SELECT all_words FROM replaced) AS changed;
  END IF;
  INSERT INTO public.book_word
  SELECT word FROM (
    SELECT DISTINCT word COLLATE "C" AS word FROM string_to_table(replace(words, E'\x1f', ''), ' ') AS word OFFSET 0
  ) AS used
  WHERE word <> '' AND length(word) <= 40 AND word !~ '[0-9]'
    AND NOT EXISTS (SELECT FROM public.book_word AS known WHERE known.word = used.word OFFSET 0);
  RETURN NULL;
END
$function$;
