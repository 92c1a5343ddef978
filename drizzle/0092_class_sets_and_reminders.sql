ALTER TABLE "loan" DROP CONSTRAINT "loan_open_has_borrower";--> statement-breakpoint
ALTER TABLE "borrower_group" ADD COLUMN "reminders" text DEFAULT 'slip' NOT NULL;--> statement-breakpoint
ALTER TABLE "borrower_group" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "loan" ADD COLUMN "set_id" uuid;--> statement-breakpoint
ALTER TABLE "loan" ADD COLUMN "class_id" uuid;--> statement-breakpoint
ALTER TABLE "loan" ADD COLUMN "reminders" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "loan" ADD CONSTRAINT "loan_class_id_borrower_group_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."borrower_group"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "loan_set_id_index" ON "loan" USING btree ("set_id") WHERE "set_id" is not null;--> statement-breakpoint
CREATE INDEX "loan_class_id_index" ON "loan" USING btree ("class_id") WHERE "class_id" is not null;--> statement-breakpoint
ALTER TABLE "borrower_group" ADD CONSTRAINT "borrower_group_reminders_known" CHECK ("borrower_group"."reminders" in ('slip', 'letter'));--> statement-breakpoint
ALTER TABLE "loan" ADD CONSTRAINT "loan_open_has_borrower" CHECK ("loan"."returned_at" is not null or "loan"."settled_as" is not null or "loan"."borrower_id" is not null
        or "loan"."class_id" is not null);