CREATE OR REPLACE FUNCTION public.next_lending_number(kind text)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
DECLARE
  body text;
  found text;
BEGIN
  LOOP
    body := CASE kind WHEN 'copy' THEN '1' ELSE '2' END
      || to_char(nextval(pg_get_serial_sequence('public.lending_counter', kind)), 'FM9999999999000000');
    found := body || (SELECT (10 - sum(digit::int * CASE WHEN (length(body) - at) % 2 = 0 THEN 3 ELSE 1 END) % 10) % 10
      FROM string_to_table(body, NULL) WITH ORDINALITY AS digits (digit, at));
    -- Somebody may have stuck that label on something already.
    EXIT WHEN NOT EXISTS (SELECT FROM public.lending_number WHERE number = found);
  END LOOP;
  RETURN found;
END
$function$;
