ALTER TABLE "copy" ADD COLUMN "price" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "copy" ADD COLUMN "withdrawn_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "copy" ADD COLUMN "label_printed_on" date;--> statement-breakpoint
ALTER TABLE "copy" ADD COLUMN "seen_at" timestamp with time zone GENERATED ALWAYS AS (coalesce("last_seen_at", "created_at")) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "copy_seen_at_index" ON "copy" USING btree ("seen_at","id");