--> statement-breakpoint
-- Totals are kept until the next change of the table is committed.
CREATE FUNCTION public.note_shelf_change() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.shelf_change DEFAULT VALUES;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER shelf_change_noted AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "shelf"
FOR EACH STATEMENT EXECUTE FUNCTION public.note_shelf_change();
--> statement-breakpoint
CREATE TRIGGER shelf_activity_insert AFTER INSERT ON "shelf"
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.record_activity();
--> statement-breakpoint
CREATE TRIGGER shelf_activity_update AFTER UPDATE ON "shelf"
REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.record_activity();
--> statement-breakpoint
CREATE TRIGGER shelf_activity_delete AFTER DELETE ON "shelf"
REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.record_activity();
