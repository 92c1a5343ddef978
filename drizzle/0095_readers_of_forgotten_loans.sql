CREATE TABLE "forgotten_reader" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "forgotten_reader_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"start" date NOT NULL,
	"group_id" uuid,
	"borrower_id" uuid,
	CONSTRAINT "forgotten_reader_unique" UNIQUE("kind","start","borrower_id")
);
--> statement-breakpoint
ALTER TABLE "forgotten_reader" ADD CONSTRAINT "forgotten_reader_group_id_borrower_group_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."borrower_group"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "forgotten_reader_borrower_id_index" ON "forgotten_reader" USING btree ("borrower_id");--> statement-breakpoint
CREATE INDEX "forgotten_reader_group_id_index" ON "forgotten_reader" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "loan_lent_at_index" ON "loan" USING btree ("lent_at");--> statement-breakpoint
CREATE FUNCTION public.forget_readers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  gone uuid[];
BEGIN
  SELECT array_agg(former.id) INTO gone FROM old_rows AS former
  WHERE NOT EXISTS (SELECT FROM public.borrower AS present WHERE present.id = former.id)
    AND NOT EXISTS (SELECT FROM public.deleted_borrower AS kept WHERE kept.id = former.id);
  IF gone IS NULL THEN RETURN NULL; END IF;
  -- Who was merged with somebody is that one: counted once.
  DELETE FROM public.forgotten_reader AS reader USING old_rows AS former
  WHERE reader.borrower_id = former.id AND former.id = ANY (gone) AND EXISTS (
    SELECT FROM public.forgotten_reader AS same
    WHERE same.kind = reader.kind AND same.start = reader.start
      AND same.borrower_id = (to_jsonb(former) ->> 'merged_into')::uuid
  );
  UPDATE public.forgotten_reader AS reader SET borrower_id = present.id
  FROM old_rows AS former JOIN public.borrower AS present ON present.id = (to_jsonb(former) ->> 'merged_into')::uuid
  WHERE reader.borrower_id = former.id AND former.id = ANY (gone);
  UPDATE public.forgotten_reader SET borrower_id = NULL WHERE borrower_id = ANY (gone);
  RETURN NULL;
END
$function$;
--> statement-breakpoint
CREATE TRIGGER borrower_readers_forgotten AFTER DELETE ON public.borrower REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.forget_readers();
--> statement-breakpoint
CREATE TRIGGER deleted_borrower_readers_forgotten AFTER DELETE ON public.deleted_borrower REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.forget_readers();
