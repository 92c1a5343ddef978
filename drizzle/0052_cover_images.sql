CREATE TABLE "cover_image" (
	"id" text PRIMARY KEY NOT NULL,
	"media_type" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_used" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "book" ADD COLUMN "cover" text;--> statement-breakpoint
ALTER TABLE "deleted_book" ADD COLUMN "cover" text;--> statement-breakpoint
CREATE INDEX "cover_image_unused_index" ON "cover_image" USING btree ("created_at") WHERE not "cover_image"."is_used";--> statement-breakpoint
ALTER TABLE "book" ADD CONSTRAINT "book_cover_fk" FOREIGN KEY ("cover") REFERENCES "public"."cover_image"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "book_cover_index" ON "book" USING btree ("cover") WHERE "book"."cover" is not null;
--> statement-breakpoint
CREATE FUNCTION public.use_cover() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE public.cover_image SET is_used = true WHERE id = NEW.cover AND NOT is_used;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER book_cover_used AFTER INSERT OR UPDATE OF cover ON "book"
FOR EACH ROW WHEN (NEW.cover IS NOT NULL) EXECUTE FUNCTION public.use_cover();
