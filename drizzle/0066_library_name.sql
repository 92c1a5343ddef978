CREATE TABLE "library_setting_change" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "library_setting" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "library_setting" ADD COLUMN "contact_email" text;--> statement-breakpoint
ALTER TABLE "library_setting" ADD COLUMN "signup" boolean;