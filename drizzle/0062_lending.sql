CREATE TABLE "borrower" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"card" text DEFAULT '' NOT NULL,
	"group_id" uuid,
	"school_number" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"language" text,
	"expires_on" date,
	"note" text DEFAULT '' NOT NULL,
	"blocked_note" text DEFAULT '' NOT NULL,
	"user_id" uuid,
	"all_words" text collate "C" GENERATED ALWAYS AS (public.fold_words("name" || E'\x1f' || "card" || ' ' || "school_number")) STORED NOT NULL,
	"walk_words" text collate "C" GENERATED ALWAYS AS (left(public.fold_words("name" || E'\x1f' || "card" || ' ' || "school_number"), 400)) STORED NOT NULL,
	"sort_name" text collate "und-x-icu" GENERATED ALWAYS AS (left(public.sort_key("name"), 200)) STORED NOT NULL,
	CONSTRAINT "borrower_user_id_unique" UNIQUE("user_id")
);
--> statement-breakpoint
CREATE TABLE "borrower_change" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "borrower_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"added" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "borrower_group" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"kind" text DEFAULT 'class' NOT NULL,
	"loan_days" integer DEFAULT 14 NOT NULL,
	"books_at_a_time" integer DEFAULT 5 NOT NULL,
	"renewals" integer DEFAULT 2 NOT NULL,
	"next_group_id" uuid,
	"name_hash" "bytea" GENERATED ALWAYS AS (public.fold_hash("name")) STORED NOT NULL,
	CONSTRAINT "borrower_group_name_unique" UNIQUE("name_hash"),
	CONSTRAINT "borrower_group_kind_known" CHECK ("borrower_group"."kind" in ('class', 'staff', 'member')),
	CONSTRAINT "borrower_group_rules" CHECK ("borrower_group"."loan_days" between 1 and 366 and "borrower_group"."books_at_a_time" between 0 and 999 and "borrower_group"."renewals" between 0 and 99)
);
--> statement-breakpoint
CREATE TABLE "copy" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"book_id" uuid NOT NULL,
	"number" text DEFAULT '' NOT NULL,
	"location" text DEFAULT '' NOT NULL,
	"condition" text DEFAULT 'ok' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"acquired_on" date,
	"last_seen_at" timestamp with time zone,
	"all_words" text collate "C" GENERATED ALWAYS AS (public.fold_words("number" || E'\x1f' || "location" || ' ' || "note")) STORED NOT NULL,
	"walk_words" text collate "C" GENERATED ALWAYS AS (left(public.fold_words("number" || E'\x1f' || "location" || ' ' || "note"), 400)) STORED NOT NULL,
	"sort_number" text collate "public"."counted" GENERATED ALWAYS AS (upper("number")) STORED NOT NULL,
	CONSTRAINT "copy_condition_known" CHECK ("copy"."condition" in ('ok', 'damaged', 'lost', 'withdrawn', 'reference'))
);
--> statement-breakpoint
CREATE TABLE "copy_change" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "copy_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"added" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lending_counter" (
	"copy" bigint GENERATED ALWAYS AS IDENTITY (sequence name "lending_counter_copy_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"borrower" bigint GENERATED ALWAYS AS IDENTITY (sequence name "lending_counter_borrower_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1)
);
--> statement-breakpoint
CREATE TABLE "lending_number" (
	"number" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "closed_day" (
	"date" date PRIMARY KEY NOT NULL,
	"note" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "desk_act" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"user_id" uuid NOT NULL,
	"request" text NOT NULL,
	"code" text DEFAULT '' NOT NULL,
	"result" text,
	"copy_id" uuid,
	"borrower_id" uuid,
	"former_borrower_id" uuid,
	"is_change" boolean DEFAULT false NOT NULL,
	"answer" jsonb,
	"undo" jsonb,
	"undone_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "hold" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"book_id" uuid NOT NULL,
	"borrower_id" uuid NOT NULL,
	"placed_at" timestamp with time zone NOT NULL,
	"copy_id" uuid,
	"ready_until" date,
	CONSTRAINT "hold_copy_id_unique" UNIQUE("copy_id")
);
--> statement-breakpoint
CREATE TABLE "loan" (
	"id" uuid PRIMARY KEY NOT NULL,
	"copy_id" uuid NOT NULL,
	"borrower_id" uuid,
	"group_id" uuid,
	"lent_at" timestamp with time zone NOT NULL,
	"due_on" date NOT NULL,
	"returned_at" timestamp with time zone,
	"renewals" integer DEFAULT 0 NOT NULL,
	"lent_by" uuid,
	"returned_by" uuid,
	"act_id" uuid NOT NULL,
	CONSTRAINT "loan_act_id_unique" UNIQUE("act_id"),
	CONSTRAINT "loan_open_has_borrower" CHECK ("loan"."returned_at" is not null or "loan"."borrower_id" is not null)
);
--> statement-breakpoint
ALTER TABLE "merged_book" ADD COLUMN "children" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "borrower" ADD CONSTRAINT "borrower_group_id_borrower_group_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."borrower_group"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "borrower" ADD CONSTRAINT "borrower_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "borrower_group" ADD CONSTRAINT "borrower_group_next_group_id_borrower_group_id_fk" FOREIGN KEY ("next_group_id") REFERENCES "public"."borrower_group"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "copy" ADD CONSTRAINT "copy_book_id_book_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."book"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hold" ADD CONSTRAINT "hold_book_id_book_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."book"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hold" ADD CONSTRAINT "hold_borrower_id_borrower_id_fk" FOREIGN KEY ("borrower_id") REFERENCES "public"."borrower"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hold" ADD CONSTRAINT "hold_copy_id_copy_id_fk" FOREIGN KEY ("copy_id") REFERENCES "public"."copy"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loan" ADD CONSTRAINT "loan_borrower_id_borrower_id_fk" FOREIGN KEY ("borrower_id") REFERENCES "public"."borrower"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loan" ADD CONSTRAINT "loan_group_id_borrower_group_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."borrower_group"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "borrower_card_unique" ON "borrower" USING btree (upper("card"));--> statement-breakpoint
CREATE UNIQUE INDEX "borrower_school_number_unique" ON "borrower" USING btree (upper("school_number")) WHERE "school_number" <> '';--> statement-breakpoint
CREATE INDEX "borrower_group_id_index" ON "borrower" USING btree ("group_id","sort_name","id");--> statement-breakpoint
CREATE INDEX "borrower_sort_name_index" ON "borrower" USING btree ("sort_name","id");--> statement-breakpoint
CREATE INDEX "borrower_all_words_index" ON "borrower" USING gin ("all_words" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "borrower_name_words_index" ON "borrower" USING gin ((split_part("all_words", E'\x1f', 1)) gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "copy_number_unique" ON "copy" USING btree (upper("number"));--> statement-breakpoint
CREATE INDEX "copy_book_id_index" ON "copy" USING btree ("book_id","sort_number","id");--> statement-breakpoint
CREATE INDEX "copy_sort_number_index" ON "copy" USING btree ("sort_number","id");--> statement-breakpoint
CREATE INDEX "copy_all_words_index" ON "copy" USING gin ("all_words" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "copy_number_words_index" ON "copy" USING gin ((split_part("all_words", E'\x1f', 1)) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "desk_act_at_index" ON "desk_act" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "desk_act_copy_id_index" ON "desk_act" USING btree ("copy_id","at");--> statement-breakpoint
CREATE INDEX "desk_act_borrower_id_index" ON "desk_act" USING btree ("borrower_id");--> statement-breakpoint
CREATE INDEX "desk_act_former_borrower_id_index" ON "desk_act" USING btree ("former_borrower_id");--> statement-breakpoint
CREATE INDEX "hold_book_id_index" ON "hold" USING btree ("book_id","placed_at","id");--> statement-breakpoint
CREATE INDEX "hold_borrower_id_index" ON "hold" USING btree ("borrower_id");--> statement-breakpoint
CREATE UNIQUE INDEX "loan_open_copy_unique" ON "loan" USING btree ("copy_id") WHERE "returned_at" is null;--> statement-breakpoint
CREATE INDEX "loan_copy_id_index" ON "loan" USING btree ("copy_id","id");--> statement-breakpoint
CREATE INDEX "loan_borrower_id_index" ON "loan" USING btree ("borrower_id","id");--> statement-breakpoint
CREATE INDEX "loan_open_due_on_index" ON "loan" USING btree ("due_on","id") WHERE "returned_at" is null;--> statement-breakpoint
CREATE INDEX "loan_returned_at_index" ON "loan" USING btree ("returned_at") WHERE "borrower_id" is not null;
--> statement-breakpoint
-- The number of a copy begins with 1, that of a card with 2; the last digit is a check digit (weights 3 and 1, as in an EAN).
CREATE FUNCTION public.next_lending_number(kind text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  body text;
  found text;
BEGIN
  LOOP
    body := CASE kind WHEN 'copy' THEN '1' ELSE '2' END
      || to_char(nextval(pg_get_serial_sequence('public.lending_counter', kind)), 'FM9999999999000000');
    found := body || (SELECT (10 - sum(digit::int * CASE WHEN (length(body) - at) % 2 = 0 THEN 3 ELSE 1 END) % 10) % 10
      FROM string_to_table(body, NULL) WITH ORDINALITY AS digits (digit, at));
    -- Somebody may have stuck that label on something already.
    EXIT WHEN NOT EXISTS (SELECT FROM public.lending_number WHERE number = found);
  END LOOP;
  RETURN found;
END
$$;
--> statement-breakpoint
CREATE FUNCTION public.number_copy() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.number = '' THEN NEW.number := public.next_lending_number('copy'); END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE FUNCTION public.number_borrower() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.card = '' THEN NEW.card := public.next_lending_number('borrower'); END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER copy_numbered BEFORE INSERT OR UPDATE OF number ON public.copy FOR EACH ROW EXECUTE FUNCTION public.number_copy();
--> statement-breakpoint
CREATE TRIGGER borrower_numbered BEFORE INSERT OR UPDATE OF card ON public.borrower FOR EACH ROW EXECUTE FUNCTION public.number_borrower();
--> statement-breakpoint
-- No number is both a copy's and a card's: both are in one table. Arguments: the column of the number.
CREATE FUNCTION public.keep_lending_numbers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    EXECUTE format('INSERT INTO public.lending_number SELECT upper(%I) FROM new_rows', TG_ARGV[0]);
  ELSIF TG_OP = 'DELETE' THEN
    EXECUTE format('DELETE FROM public.lending_number WHERE number IN (SELECT upper(%I) FROM old_rows)', TG_ARGV[0]);
  ELSE
    EXECUTE format('DELETE FROM public.lending_number WHERE number IN (
      SELECT upper(former.%1$I) FROM old_rows AS former JOIN new_rows AS fresh USING (id) WHERE former.%1$I <> fresh.%1$I)', TG_ARGV[0]);
    EXECUTE format('INSERT INTO public.lending_number
      SELECT upper(fresh.%1$I) FROM old_rows AS former JOIN new_rows AS fresh USING (id) WHERE former.%1$I <> fresh.%1$I', TG_ARGV[0]);
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER copy_number_added AFTER INSERT ON public.copy REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.keep_lending_numbers('number');
--> statement-breakpoint
CREATE TRIGGER copy_number_changed AFTER UPDATE ON public.copy REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.keep_lending_numbers('number');
--> statement-breakpoint
CREATE TRIGGER copy_number_removed AFTER DELETE ON public.copy REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.keep_lending_numbers('number');
--> statement-breakpoint
CREATE TRIGGER borrower_card_added AFTER INSERT ON public.borrower REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.keep_lending_numbers('card');
--> statement-breakpoint
CREATE TRIGGER borrower_card_changed AFTER UPDATE ON public.borrower REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.keep_lending_numbers('card');
--> statement-breakpoint
CREATE TRIGGER borrower_card_removed AFTER DELETE ON public.borrower REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.keep_lending_numbers('card');
--> statement-breakpoint
-- A copy on loan is not deleted, by no way: neither alone nor with its book.
CREATE FUNCTION public.keep_lent_copies() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM old_rows JOIN public.loan ON copy_id = old_rows.id AND returned_at IS NULL) THEN
    RAISE foreign_key_violation USING CONSTRAINT = 'copy_on_loan', TABLE = 'copy', MESSAGE = 'a copy on loan cannot be deleted';
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER copy_lent_stays AFTER DELETE ON public.copy REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.keep_lent_copies();
--> statement-breakpoint
SELECT public.record_changes('copy', 'number');
--> statement-breakpoint
SELECT public.record_changes('borrower', 'name');
--> statement-breakpoint
CREATE TRIGGER hold_kept AFTER DELETE ON public.hold REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.keep_deleted_rows();
--> statement-breakpoint
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
  UPDATE public.book_merge SET user_id = NULL WHERE user_id = ANY (gone);
  UPDATE public.duplicate SET dismissed_by = NULL WHERE dismissed_by = ANY (gone);
  UPDATE public.deleted_book SET deleted_by = NULL WHERE deleted_by = ANY (gone);
  UPDATE public.deleted_user SET deleted_by = NULL WHERE deleted_by = ANY (gone);
  UPDATE public.saved_view SET shared_by_id = NULL WHERE shared_by_id = ANY (gone);
  UPDATE public.loan SET lent_by = NULL WHERE lent_by = ANY (gone);
  UPDATE public.loan SET returned_by = NULL WHERE returned_by = ANY (gone);
  DELETE FROM public.saved_view WHERE owner_id = ANY (gone);
  RETURN NULL;
END
$function$;
--> statement-breakpoint
-- A borrower who is deleted is erased, by whatever way: what was done stays, the name does not. Returned loans lose their
-- borrower by the foreign key; open ones refuse it. Fires last, after what is recorded and kept.
CREATE FUNCTION public.forget_borrowers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE public.activity SET subject_name = NULL, before = NULL, after = NULL
  WHERE subject_kind = 'borrower' AND subject_id IN (SELECT id FROM old_rows);
  DELETE FROM public.deleted_row WHERE kind = 'borrower' AND id IN (SELECT id FROM old_rows)
    OR kind = 'hold' AND "row" ->> 'borrower_id' IN (SELECT id::text FROM old_rows);
  DELETE FROM public.desk_act USING old_rows AS gone
  WHERE borrower_id = gone.id OR former_borrower_id = gone.id OR strpos(answer::text, gone.id::text) > 0;
  DELETE FROM public.idempotency_key USING old_rows AS gone WHERE strpos(body, gone.id::text) > 0;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER borrower_vanished AFTER DELETE ON public.borrower REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.forget_borrowers();
