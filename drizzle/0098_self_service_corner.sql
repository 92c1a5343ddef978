CREATE TABLE "self_service_corner" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"key_hash" "bytea" NOT NULL,
	"opened_by" uuid,
	"opened_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"locked_at" timestamp with time zone,
	"unknown_cards" integer DEFAULT 0 NOT NULL,
	"counted_from" timestamp with time zone NOT NULL,
	"returns_without_card" boolean NOT NULL,
	"borrower_id" uuid,
	"borrower_until" timestamp with time zone,
	"turn_started_at" timestamp with time zone,
	"last_seen_at" timestamp with time zone,
	CONSTRAINT "self_service_corner_key_hash_unique" UNIQUE("key_hash")
);
--> statement-breakpoint
ALTER TABLE "desk_refusal" ADD COLUMN "corner_id" uuid;--> statement-breakpoint
ALTER TABLE "desk_act" ADD COLUMN "corner_id" uuid;--> statement-breakpoint
ALTER TABLE "self_service_corner" ADD CONSTRAINT "self_service_corner_opened_by_user_id_fk" FOREIGN KEY ("opened_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "self_service_corner" ADD CONSTRAINT "self_service_corner_borrower_id_borrower_id_fk" FOREIGN KEY ("borrower_id") REFERENCES "public"."borrower"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "self_service_corner_open_index" ON "self_service_corner" USING btree ("opened_at") WHERE "ended_at" is null;--> statement-breakpoint
CREATE INDEX "self_service_corner_opened_by_index" ON "self_service_corner" USING btree ("opened_by");--> statement-breakpoint
CREATE INDEX "self_service_corner_borrower_id_index" ON "self_service_corner" USING btree ("borrower_id");--> statement-breakpoint
CREATE INDEX "desk_act_corner_id_index" ON "desk_act" USING btree ("corner_id","at") WHERE "corner_id" is not null;--> statement-breakpoint
CREATE OR REPLACE FUNCTION public.end_corners()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_TABLE_NAME = 'library_setting' THEN
    UPDATE public.self_service_corner SET ended_at = now(), borrower_id = NULL WHERE ended_at IS NULL;
  ELSE
    UPDATE public.self_service_corner SET ended_at = now(), borrower_id = NULL WHERE ended_at IS NULL AND opened_by = OLD.id;
  END IF;
  RETURN NULL;
END
$function$;
--> statement-breakpoint
CREATE TRIGGER library_lends_no_more AFTER UPDATE OF lending ON public.library_setting FOR EACH ROW WHEN (OLD.lending AND NOT NEW.lending) EXECUTE FUNCTION public.end_corners();
--> statement-breakpoint
CREATE TRIGGER user_lends_no_more AFTER UPDATE OF role, banned, email ON public."user" FOR EACH ROW WHEN (
  NEW.banned OR NEW.email IS DISTINCT FROM OLD.email
  OR NOT string_to_array(replace(NEW.role, ' ', ''), ',') && ARRAY['admin', 'desk']
) EXECUTE FUNCTION public.end_corners();
