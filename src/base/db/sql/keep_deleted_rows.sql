-- What has been deleted of a table can be restored for some days, whatever has deleted it (src/base/db/deleted-rows.server.ts).
CREATE OR REPLACE FUNCTION public.keep_deleted_rows()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO public.deleted_row (kind, id, "row", with_parent)
  SELECT TG_TABLE_NAME, former.id, doc, doc ? 'book_id'
    -- A cascade comes after the deletion of the book.
    AND NOT EXISTS (SELECT FROM public.book WHERE book.id = (doc ->> 'book_id')::uuid)
  FROM old_rows AS former CROSS JOIN LATERAL to_jsonb(former) AS doc
  ON CONFLICT (kind, id) DO UPDATE
  SET "row" = excluded."row", deleted_at = excluded.deleted_at, with_parent = excluded.with_parent;
  RETURN NULL;
END
$function$;

CREATE TRIGGER copy_kept AFTER DELETE ON public.copy REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.keep_deleted_rows();
CREATE TRIGGER hold_kept AFTER DELETE ON public.hold REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.keep_deleted_rows();
