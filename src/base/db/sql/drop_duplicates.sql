-- A deleted book is in no pair any more. Of a group that loses its first pair the next most alike one leads.
CREATE OR REPLACE FUNCTION public.drop_duplicates()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE headless uuid[];
BEGIN
  IF NOT EXISTS (
    SELECT FROM old_rows JOIN public.duplicate ON a = old_rows.id UNION ALL SELECT FROM old_rows JOIN public.duplicate ON b = old_rows.id
  ) THEN RETURN NULL; END IF;
  -- 'dup', as the finder: else both might wait for pairs of each other.
  PERFORM pg_advisory_xact_lock(6583664);
  WITH dropped AS (
    DELETE FROM public.duplicate USING old_rows WHERE state = 'found' AND (a = old_rows.id OR b = old_rows.id)
    RETURNING group_id, is_head
  )
  SELECT array_agg(group_id) FROM dropped WHERE is_head INTO headless;
  IF headless IS NOT NULL THEN
    UPDATE public.duplicate AS pair SET is_head = true FROM (
      SELECT DISTINCT ON (group_id) a, b FROM public.duplicate
      WHERE group_id = ANY (headless) AND state = 'found' ORDER BY group_id, score DESC, a, b
    ) AS head
    WHERE pair.a = head.a AND pair.b = head.b;
  END IF;
  RETURN NULL;
END
$function$;

CREATE TRIGGER book_duplicates_dropped AFTER DELETE ON public.book REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.drop_duplicates();
