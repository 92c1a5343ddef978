CREATE OR REPLACE FUNCTION public.forget_borrowers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE public.activity SET subject_name = NULL, before = NULL, after = NULL
  WHERE subject_kind = 'borrower' AND subject_id IN (SELECT id FROM old_rows);
  DELETE FROM public.deleted_row WHERE kind = 'borrower' AND id IN (SELECT id FROM old_rows)
    OR kind = 'hold' AND "row" ->> 'borrower_id' IN (SELECT id::text FROM old_rows);
  DELETE FROM public.desk_act USING old_rows AS gone
  WHERE borrower_id = gone.id OR former_borrower_id = gone.id OR strpos(answer::text, gone.id::text) > 0;
  DELETE FROM public.idempotency_key USING old_rows AS gone WHERE strpos(body, gone.id::text) > 0;
  RETURN NULL;
END
$function$;

CREATE TRIGGER borrower_vanished AFTER DELETE ON public.borrower REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.forget_borrowers();
