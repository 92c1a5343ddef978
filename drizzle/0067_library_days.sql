ALTER TABLE "library_setting" ADD COLUMN "time_zone" text;--> statement-breakpoint
ALTER TABLE "library_setting" ADD COLUMN "trash_days" integer;--> statement-breakpoint
ALTER TABLE "library_setting" ADD COLUMN "security_log_days" integer;