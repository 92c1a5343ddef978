CREATE TABLE "reminder_mail" (
	"id" uuid PRIMARY KEY NOT NULL,
	"borrower_id" uuid NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"language" text NOT NULL,
	"is_by_hand" boolean NOT NULL,
	"queued_at" timestamp with time zone NOT NULL,
	"next_try_at" timestamp with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"ended_at" timestamp with time zone,
	"email" text,
	"problem" text,
	CONSTRAINT "reminder_mail_state_known" CHECK ("reminder_mail"."state" in ('waiting', 'sending', 'sent', 'failed', 'unsure'))
);
--> statement-breakpoint
ALTER TABLE "library_setting" ADD COLUMN "reminder_mails" jsonb;--> statement-breakpoint
ALTER TABLE "reminder_mail" ADD CONSTRAINT "reminder_mail_borrower_id_borrower_id_fk" FOREIGN KEY ("borrower_id") REFERENCES "public"."borrower"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reminder_mail_borrower_id_index" ON "reminder_mail" USING btree ("borrower_id","queued_at");--> statement-breakpoint
CREATE INDEX "reminder_mail_unended_index" ON "reminder_mail" USING btree ("next_try_at") WHERE "state" in ('waiting', 'sending');