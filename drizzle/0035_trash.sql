CREATE TABLE "deleted_book" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"author" text DEFAULT '' NOT NULL,
	"publisher" text DEFAULT '' NOT NULL,
	"genre_id" uuid,
	"version" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"deleted_at" timestamp with time zone NOT NULL,
	"deleted_by" uuid
);
--> statement-breakpoint
ALTER TABLE "deleted_book" ADD CONSTRAINT "deleted_book_deleted_by_user_id_fk" FOREIGN KEY ("deleted_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deleted_book_deleted_at_index" ON "deleted_book" USING btree ("deleted_at","id");--> statement-breakpoint
CREATE INDEX "deleted_book_deleted_by_index" ON "deleted_book" USING btree ("deleted_by");--> statement-breakpoint
-- The setting maktaba.action names what adding or deleting a row is in the activity, where it is neither `create` nor
-- `delete`: a book that comes back from the trash, or one that is deleted for good.
DO $$
DECLARE
  definition text := pg_get_functiondef('public.record_activity()'::regprocedure);
  named text := replace(replace(definition,
    'TG_TABLE_NAME || ''.create''', 'TG_TABLE_NAME || ''.'' || coalesce(nullif(current_setting(''maktaba.action'', true), ''''), ''create'')'),
    'TG_TABLE_NAME || ''.delete''', 'TG_TABLE_NAME || ''.'' || coalesce(nullif(current_setting(''maktaba.action'', true), ''''), ''delete'')');
BEGIN
  ASSERT named LIKE '%''create'')%' AND named LIKE '%''delete'')%';
  EXECUTE named;
END
$$;
--> statement-breakpoint
-- The books of bulk deletions that could be undone until now: their undo takes them out of the trash. They stay there for
-- all of TRASH_DAYS from now on, however long ago they were deleted.
INSERT INTO "deleted_book"
  ("id", "title", "author", "publisher", "genre_id", "version", "created_at", "updated_at", "deleted_at", "deleted_by")
SELECT DISTINCT ON (r.book_id) r.book_id, r.before->>'title', r.before->>'author', r.before->>'publisher',
  (r.before->>'genreId')::uuid, r.version - 1, (r.before->>'createdAt')::timestamptz, (r.before->>'createdAt')::timestamptz,
  now(), b.user_id
FROM book_bulk AS b JOIN book_bulk_row AS r ON r.bulk_id = b.id
WHERE b.operation->>'kind' = 'delete' AND b.state IN ('done', 'cancelled', 'failed') AND b.finished_at IS NOT NULL
  AND r.result = 'changed' AND r.kept IS NULL AND NOT EXISTS (SELECT FROM book WHERE book.id = r.book_id)
ORDER BY r.book_id, b.finished_at DESC;
