CREATE TABLE "closed_weekday" (
	"weekday" integer PRIMARY KEY NOT NULL,
	CONSTRAINT "closed_weekday_known" CHECK ("closed_weekday"."weekday" between 1 and 7)
);
--> statement-breakpoint
CREATE TABLE "due_change" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"user_id" uuid,
	"operation" jsonb NOT NULL,
	"undone_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "due_change_row" (
	"due_change_id" uuid NOT NULL,
	"loan_id" uuid NOT NULL,
	"before" date NOT NULL,
	"after" date NOT NULL,
	CONSTRAINT "due_change_row_due_change_id_loan_id_pk" PRIMARY KEY("due_change_id","loan_id")
);
--> statement-breakpoint
CREATE TABLE "year_end" (
	"id" uuid PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"step" text DEFAULT 'write' NOT NULL,
	"user_id" uuid,
	"total" integer DEFAULT 0 NOT NULL,
	"processed" integer DEFAULT 0 NOT NULL,
	"failure" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"in_name_of" uuid,
	"left_name" text NOT NULL,
	"left_group_id" uuid,
	"former_next" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "year_end_row" (
	"year_end_id" uuid NOT NULL,
	"at" integer NOT NULL,
	"borrower_id" uuid NOT NULL,
	"from_group_id" uuid NOT NULL,
	"to_group_id" uuid,
	"result" text NOT NULL,
	"reason" text,
	"kept" text,
	CONSTRAINT "year_end_row_year_end_id_at_pk" PRIMARY KEY("year_end_id","at")
);
--> statement-breakpoint
ALTER TABLE "borrower_group" DROP CONSTRAINT "borrower_group_kind_known";--> statement-breakpoint
ALTER TABLE "due_change_row" ADD CONSTRAINT "due_change_row_due_change_id_due_change_id_fk" FOREIGN KEY ("due_change_id") REFERENCES "public"."due_change"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "year_end_row" ADD CONSTRAINT "year_end_row_year_end_id_year_end_id_fk" FOREIGN KEY ("year_end_id") REFERENCES "public"."year_end"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "due_change_created_at_index" ON "due_change" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "year_end_created_at_index" ON "year_end" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "borrower_group" ADD CONSTRAINT "borrower_group_kind_known" CHECK ("borrower_group"."kind" in ('class', 'staff', 'member', 'left'));
--> statement-breakpoint
-- Who made a year end or changed due days is forgotten with the user.
CREATE OR REPLACE FUNCTION public.forget_users()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  gone uuid[];
BEGIN
  SELECT array_agg(former.id) INTO gone FROM old_rows AS former
  WHERE NOT EXISTS (SELECT FROM public."user" AS present WHERE present.id = former.id)
    AND NOT EXISTS (SELECT FROM public.deleted_user AS kept WHERE kept.id = former.id);
  IF gone IS NULL THEN RETURN NULL; END IF;
  UPDATE public.activity SET subject_name = NULL, before = NULL, after = NULL
  WHERE subject_id = ANY (gone) AND subject_kind = 'user'
    AND (subject_name IS NOT NULL OR before IS NOT NULL OR after IS NOT NULL);
  UPDATE public.activity SET actor_id = NULL WHERE actor_id = ANY (gone);
  UPDATE public.book_import SET user_id = NULL WHERE user_id = ANY (gone);
  UPDATE public.book_import SET undone_by = NULL WHERE undone_by = ANY (gone);
  UPDATE public.book_bulk SET user_id = NULL WHERE user_id = ANY (gone);
  UPDATE public.copy_bulk SET user_id = NULL WHERE user_id = ANY (gone);
  UPDATE public.year_end SET user_id = NULL WHERE user_id = ANY (gone);
  UPDATE public.due_change SET user_id = NULL WHERE user_id = ANY (gone);
  UPDATE public.book_merge SET user_id = NULL WHERE user_id = ANY (gone);
  UPDATE public.duplicate SET dismissed_by = NULL WHERE dismissed_by = ANY (gone);
  UPDATE public.deleted_book SET deleted_by = NULL WHERE deleted_by = ANY (gone);
  UPDATE public.deleted_user SET deleted_by = NULL WHERE deleted_by = ANY (gone);
  UPDATE public.deleted_borrower SET deleted_by = NULL WHERE deleted_by = ANY (gone);
  UPDATE public.deleted_borrower SET user_id = NULL WHERE user_id = ANY (gone);
  UPDATE public.saved_view SET shared_by_id = NULL WHERE shared_by_id = ANY (gone);
  UPDATE public.loan SET lent_by = NULL WHERE lent_by = ANY (gone);
  UPDATE public.loan SET returned_by = NULL WHERE returned_by = ANY (gone);
  DELETE FROM public.saved_view WHERE owner_id = ANY (gone);
  RETURN NULL;
END
$function$;
