ALTER TABLE "genre" ADD COLUMN "names" jsonb;--> statement-breakpoint
CREATE TRIGGER genre_activity_insert AFTER INSERT ON "genre"
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.record_activity('name', 'names', 'hue');
--> statement-breakpoint
CREATE TRIGGER genre_activity_update AFTER UPDATE ON "genre"
REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION public.record_activity('name', 'names', 'hue');
--> statement-breakpoint
CREATE TRIGGER genre_activity_delete AFTER DELETE ON "genre"
REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.record_activity('name', 'names', 'hue');
