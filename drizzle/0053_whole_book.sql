ALTER TABLE "book_bulk_row" ALTER COLUMN "after" SET DATA TYPE jsonb USING to_jsonb("after");--> statement-breakpoint
ALTER TABLE "book" ADD COLUMN "isbn" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "book" ADD COLUMN "year" integer;--> statement-breakpoint
ALTER TABLE "book" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "book" ADD COLUMN "pages" integer;--> statement-breakpoint
ALTER TABLE "book" ADD COLUMN "edition" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "book" ADD COLUMN "series" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "book" ADD COLUMN "volume" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "book" ADD COLUMN "shelf_mark" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "book" ADD COLUMN "subjects" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "book" ADD COLUMN "summary" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "book" ADD COLUMN "details" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "deleted_book" ADD COLUMN "isbn" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "deleted_book" ADD COLUMN "year" integer;--> statement-breakpoint
ALTER TABLE "deleted_book" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "deleted_book" ADD COLUMN "pages" integer;--> statement-breakpoint
ALTER TABLE "deleted_book" ADD COLUMN "edition" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "deleted_book" ADD COLUMN "series" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "deleted_book" ADD COLUMN "volume" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "deleted_book" ADD COLUMN "shelf_mark" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "deleted_book" ADD COLUMN "subjects" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "deleted_book" ADD COLUMN "summary" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "deleted_book" ADD COLUMN "details" jsonb DEFAULT '[]' NOT NULL;