CREATE TABLE "copy_bulk" (
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
	"operation" jsonb NOT NULL,
	"in_name_of" uuid
);--> statement-breakpoint
CREATE TABLE "copy_bulk_row" (
	"bulk_id" uuid NOT NULL,
	"at" integer NOT NULL,
	"row_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"name" text NOT NULL,
	"result" text NOT NULL,
	"reason" text,
	"before" jsonb NOT NULL,
	"kept" text,
	CONSTRAINT "copy_bulk_row_bulk_id_at_pk" PRIMARY KEY("bulk_id","at")
);--> statement-breakpoint
CREATE INDEX "copy_bulk_created_at_index" ON "copy_bulk" USING btree ("created_at");--> statement-breakpoint
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
