-- What has been deleted of a table can be restored for some days, whatever has deleted it (src/db/deleted-rows.server.ts).
CREATE OR REPLACE FUNCTION public.keep_deleted_rows()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO public.deleted_row (kind, id, "row") SELECT TG_TABLE_NAME, id, to_jsonb(former) FROM old_rows AS former
  ON CONFLICT (kind, id) DO UPDATE SET "row" = excluded."row", deleted_at = excluded.deleted_at;
  RETURN NULL;
END
$function$;
