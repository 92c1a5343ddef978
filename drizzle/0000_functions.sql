-- Folding: what search, the duplicate check and unique names compare. Compatibility forms and accents are
-- taken apart (Unicode NFKD) and the marks dropped; case by ICU; then the letters that do not come apart:
-- Latin as in CLDR's Latin-ASCII, Arabic by the normalisation that Arabic retrieval uses (alef and yeh forms,
-- teh marbuta, harakat, tatweel; Larkey et al., SIGIR 2002), Persian letters, digits, typographic marks.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE FUNCTION public.fold(value text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN btrim(regexp_replace(
  replace(replace(replace(replace(
    translate(
      regexp_replace(
        lower(normalize(value, NFKD) COLLATE "und-x-icu") COLLATE "C",
        '[\u00AD\u0300-\u036F\u0483-\u0487\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E8\u06EA-\u06ED\u08D3-\u08FF\u1AB0-\u1AFF\u1DC0-\u1DFF\u200B-\u200F\u202A-\u202E\u2060-\u2064\u20D0-\u20FF\uFE00-\uFE0F\uFE20-\uFE2F\uFEFF]', '', 'g'),
      'øłđðħıŧĸŋɓɗɖƙɣɛɔςٱةىیکەہھے٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹’‘‛ʼʻʹ′`‐‒–—―−“”„«»،؛؟',
      'olddhitknbddkgeoσاهييكهههي01234567890123456789''''''''''''''''------""""",;?'),
    'œ', 'oe'), 'æ', 'ae'), 'ß', 'ss'), 'þ', 'th'),
  '\s+', ' ', 'g'));
--> statement-breakpoint
-- A hash of folded texts, for unique constraints: a folded title may be longer than an index row.
CREATE FUNCTION public.fold_hash(first text, second text DEFAULT '') RETURNS bytea
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sha256(convert_to(public.fold(first) || E'\x1f' || public.fold(second), 'UTF8'));
