--> statement-breakpoint
-- Totals are kept until the next change of the table is committed; its size is the sum of what was added.
CREATE FUNCTION public.note_shelf_change() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO public.shelf_change (added) SELECT count(*) FROM new_rows;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO public.shelf_change (added) SELECT -count(*) FROM old_rows;
  ELSIF TG_OP = 'TRUNCATE' THEN
    INSERT INTO public.shelf_change (added) SELECT -coalesce(sum(added), 0) FROM public.shelf_change;
  ELSE
    INSERT INTO public.shelf_change DEFAULT VALUES;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER shelf_added AFTER INSERT ON "shelf"
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_shelf_change();
--> statement-breakpoint
CREATE TRIGGER shelf_removed AFTER DELETE ON "shelf"
REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_shelf_change();
--> statement-breakpoint
CREATE TRIGGER shelf_changed AFTER UPDATE OR TRUNCATE ON "shelf"
FOR EACH STATEMENT EXECUTE FUNCTION public.note_shelf_change();
--> statement-breakpoint
CREATE TRIGGER shelf_activity_insert AFTER INSERT ON "shelf"
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.record_activity('name');
--> statement-breakpoint
CREATE TRIGGER shelf_activity_update AFTER UPDATE ON "shelf"
REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.record_activity('name');
--> statement-breakpoint
CREATE TRIGGER shelf_activity_delete AFTER DELETE ON "shelf"
REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.record_activity('name');
