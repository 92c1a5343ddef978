ALTER TABLE "book_import" ADD COLUMN "undone_by" uuid;--> statement-breakpoint
ALTER TABLE "book_import" ADD CONSTRAINT "book_import_undone_by_user_id_fk" FOREIGN KEY ("undone_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
-- Until now the undo was recorded under the name of the importer.
UPDATE "book_import" SET "undone_by" = "user_id" WHERE "state" = 'undone';
