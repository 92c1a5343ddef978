ALTER TABLE "book_import" ADD COLUMN "copies" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "book_import_row" ADD COLUMN "copies" jsonb;