CREATE TABLE "book_merge" (
	"id" uuid PRIMARY KEY NOT NULL,
	"book_id" uuid NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"user_id" uuid
);
--> statement-breakpoint
CREATE TABLE "merged_book" (
	"id" uuid PRIMARY KEY NOT NULL,
	"merge_id" uuid NOT NULL,
	"book_id" uuid NOT NULL,
	"values" jsonb NOT NULL,
	"version" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"is_sample" boolean NOT NULL,
	"title_hash" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "duplicate" (
	"a" uuid NOT NULL,
	"b" uuid NOT NULL,
	"score" real NOT NULL,
	"state" text DEFAULT 'found' NOT NULL,
	"group_id" uuid NOT NULL,
	"is_head" boolean DEFAULT true NOT NULL,
	"dismissed_at" timestamp with time zone,
	"dismissed_by" uuid,
	"merge_id" uuid,
	CONSTRAINT "duplicate_a_b_pk" PRIMARY KEY("a","b"),
	CONSTRAINT "duplicate_ordered" CHECK ("duplicate"."a" < "duplicate"."b")
);
--> statement-breakpoint
CREATE TABLE "duplicate_block" (
	"block" integer NOT NULL,
	"book_id" uuid NOT NULL,
	CONSTRAINT "duplicate_block_block_book_id_pk" PRIMARY KEY("block","book_id")
);
--> statement-breakpoint
CREATE TABLE "duplicate_key" (
	"book_id" uuid PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"main" text collate "C" NOT NULL,
	"title" text collate "C" NOT NULL,
	"blocks" integer[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "duplicate_run" (
	"id" integer PRIMARY KEY NOT NULL,
	"rules" integer NOT NULL,
	"is_running" boolean DEFAULT true NOT NULL,
	"cursor" uuid,
	"processed" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	"compared_until" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "duplicate_run_single" CHECK ("duplicate_run"."id" = 1)
);
--> statement-breakpoint
ALTER TABLE "book_merge" ADD CONSTRAINT "book_merge_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merged_book" ADD CONSTRAINT "merged_book_merge_id_book_merge_id_fk" FOREIGN KEY ("merge_id") REFERENCES "public"."book_merge"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "duplicate" ADD CONSTRAINT "duplicate_dismissed_by_user_id_fk" FOREIGN KEY ("dismissed_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "book_merge_book_id_index" ON "book_merge" USING btree ("book_id");--> statement-breakpoint
CREATE INDEX "merged_book_merge_id_index" ON "merged_book" USING btree ("merge_id");--> statement-breakpoint
CREATE INDEX "merged_book_book_id_index" ON "merged_book" USING btree ("book_id");--> statement-breakpoint
CREATE INDEX "merged_book_title_hash_index" ON "merged_book" USING btree ("title_hash");--> statement-breakpoint
CREATE INDEX "duplicate_b_index" ON "duplicate" USING btree ("b");--> statement-breakpoint
CREATE INDEX "duplicate_group_id_index" ON "duplicate" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "duplicate_head_index" ON "duplicate" USING btree ("score" DESC NULLS LAST,"group_id") WHERE "duplicate"."is_head" and "duplicate"."state" = 'found';
--> statement-breakpoint
-- A deleted book is in no pair any more. Of a group that loses its first pair the next most alike one leads.
CREATE FUNCTION public.drop_duplicates() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE headless uuid[];
BEGIN
  IF NOT EXISTS (
    SELECT FROM old_rows JOIN public.duplicate ON a = old_rows.id UNION ALL SELECT FROM old_rows JOIN public.duplicate ON b = old_rows.id
  ) THEN RETURN NULL; END IF;
  -- 'dup', as the finder: else both might wait for pairs of each other.
  PERFORM pg_advisory_xact_lock(6583664);
  WITH dropped AS (
    DELETE FROM public.duplicate USING old_rows WHERE state = 'found' AND (a = old_rows.id OR b = old_rows.id)
    RETURNING group_id, is_head
  )
  SELECT array_agg(group_id) FROM dropped WHERE is_head INTO headless;
  IF headless IS NOT NULL THEN
    UPDATE public.duplicate AS pair SET is_head = true FROM (
      SELECT DISTINCT ON (group_id) a, b FROM public.duplicate
      WHERE group_id = ANY (headless) AND state = 'found' ORDER BY group_id, score DESC, a, b
    ) AS head
    WHERE pair.a = head.a AND pair.b = head.b;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER book_duplicates_dropped AFTER DELETE ON "book"
REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.drop_duplicates();
