-- What an author is filed under: the surname first, "Stephen King, Peter Straub" as "King Stephen, Peter Straub". The same as
-- `authorOrder` in catalogue/offline. As written stay "Last, First", names of one word, Arabic and Asian names, those of
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
