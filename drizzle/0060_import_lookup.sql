ALTER TABLE "book_import" ALTER COLUMN "shape" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "book_import" ADD COLUMN "lookup" jsonb;--> statement-breakpoint
CREATE UNIQUE INDEX "book_import_collect_key" ON "book_import" USING btree ("step") WHERE "book_import"."step" = 'collect';