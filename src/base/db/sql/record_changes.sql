-- For the migration of a noun: the triggers that count the changes of its table in `…_change`, record them in the activity by
-- the name in the column `named`, and keep deleted rows.
CREATE OR REPLACE FUNCTION public.record_changes(kind text, named text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  new_rows CONSTANT text := 'REFERENCING NEW TABLE AS new_rows';
  old_rows CONSTANT text := 'REFERENCING OLD TABLE AS old_rows';
  noted CONSTANT text := format('note_change(%L)', kind || '_change');
  recorded CONSTANT text := format('record_activity(%L)', named);
  name text;
  event text;
  rows text;
  run text;
BEGIN
  FOR name, event, rows, run IN VALUES
    ('added', 'INSERT', new_rows, noted),
    ('removed', 'DELETE', old_rows, noted),
    ('changed', 'UPDATE OR TRUNCATE', '', noted),
    ('activity_insert', 'INSERT', new_rows, recorded),
    ('activity_update', 'UPDATE', old_rows || ' NEW TABLE AS new_rows', recorded),
    ('activity_delete', 'DELETE', old_rows, recorded),
    ('kept', 'DELETE', old_rows, 'keep_deleted_rows()')
  LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER %s ON public.%I %s FOR EACH STATEMENT EXECUTE FUNCTION public.%s',
      kind || '_' || name, event, kind, rows, run);
  END LOOP;
END
$function$;
