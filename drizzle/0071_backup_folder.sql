CREATE TABLE "backup_copy" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"mark" uuid NOT NULL,
	"folder" text,
	"since" timestamp with time zone,
	"copied_at" timestamp with time zone,
	"newest_at" timestamp with time zone,
	"problem" text,
	CONSTRAINT "backup_copy_one_row" CHECK ("backup_copy"."id")
);
--> statement-breakpoint
ALTER TABLE "library_setting" ADD COLUMN "backup_folder" text;