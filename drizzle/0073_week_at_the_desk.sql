CREATE TABLE "deleted_borrower" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"card" text DEFAULT '' NOT NULL,
	"school_number" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"language" text,
	"expires_on" date,
	"note" text DEFAULT '' NOT NULL,
	"blocked_note" text DEFAULT '' NOT NULL,
	"group_id" uuid,
	"user_id" uuid,
	"loan_ids" uuid[] DEFAULT '{}' NOT NULL,
	"holds" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"version" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"deleted_at" timestamp with time zone NOT NULL,
	"deleted_by" uuid
);
--> statement-breakpoint
CREATE TABLE "desk_refusal" (
	"act_id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"user_id" uuid NOT NULL,
	"code" text NOT NULL,
	"copy_id" uuid NOT NULL,
	"borrower_id" uuid,
	"reasons" jsonb NOT NULL,
	"dealt_with_at" timestamp with time zone,
	"dealt_with_by" uuid
);
--> statement-breakpoint
ALTER TABLE "loan" DROP CONSTRAINT "loan_open_has_borrower";--> statement-breakpoint
DROP INDEX "loan_open_copy_unique";--> statement-breakpoint
DROP INDEX "loan_open_due_on_index";--> statement-breakpoint
ALTER TABLE "loan" ADD COLUMN "lost_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "loan" ADD COLUMN "settled_as" text;--> statement-breakpoint
ALTER TABLE "loan" ADD COLUMN "settled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "passkey" ADD COLUMN "card_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "card_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "deleted_borrower_deleted_at_index" ON "deleted_borrower" USING btree ("deleted_at","id");--> statement-breakpoint
CREATE INDEX "desk_refusal_at_index" ON "desk_refusal" USING btree ("at","act_id");--> statement-breakpoint
CREATE INDEX "desk_refusal_copy_id_index" ON "desk_refusal" USING btree ("copy_id");--> statement-breakpoint
CREATE INDEX "desk_refusal_borrower_id_index" ON "desk_refusal" USING btree ("borrower_id");--> statement-breakpoint
CREATE INDEX "loan_owed_borrower_id_index" ON "loan" USING btree ("borrower_id") WHERE "lost_at" is not null and "settled_as" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "loan_open_copy_unique" ON "loan" USING btree ("copy_id") WHERE "returned_at" is null and "lost_at" is null;--> statement-breakpoint
CREATE INDEX "loan_open_due_on_index" ON "loan" USING btree ("due_on","id") WHERE "returned_at" is null and "lost_at" is null;--> statement-breakpoint
ALTER TABLE "loan" ADD CONSTRAINT "loan_settled" CHECK (("loan"."settled_as" is null) = ("loan"."settled_at" is null) and ("loan"."settled_as" is null or "loan"."lost_at" is not null)
        and "loan"."settled_as" in ('back', 'replaced', 'paid', 'waived'));--> statement-breakpoint
ALTER TABLE "loan" ADD CONSTRAINT "loan_open_has_borrower" CHECK ("loan"."returned_at" is not null or "loan"."settled_as" is not null or "loan"."borrower_id" is not null);--> statement-breakpoint
-- A lost copy that is owed stays, as one on loan does.
CREATE OR REPLACE FUNCTION public.keep_lent_copies()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF EXISTS (SELECT FROM old_rows JOIN public.loan ON copy_id = old_rows.id AND returned_at IS NULL AND settled_as IS NULL) THEN
    RAISE foreign_key_violation USING CONSTRAINT = 'copy_on_loan', TABLE = 'copy', MESSAGE = 'a copy on loan cannot be deleted';
  END IF;
  RETURN NULL;
END
$function$;
