CREATE TABLE "book_bulk" (
	"id" uuid PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"step" text DEFAULT 'write' NOT NULL,
	"operation" jsonb NOT NULL,
	"user_id" uuid,
	"in_name_of" uuid,
	"total" integer DEFAULT 0 NOT NULL,
	"processed" integer DEFAULT 0 NOT NULL,
	"failure" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "book_bulk_row" (
	"bulk_id" uuid NOT NULL,
	"at" integer NOT NULL,
	"book_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"result" text DEFAULT 'unchanged' NOT NULL,
	"reason" text,
	"before" jsonb NOT NULL,
	"after" text,
	"title_hash" "bytea",
	"kept" text,
	CONSTRAINT "book_bulk_row_bulk_id_at_pk" PRIMARY KEY("bulk_id","at")
);
--> statement-breakpoint
ALTER TABLE "book_bulk" ADD CONSTRAINT "book_bulk_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "book_bulk_created_at_index" ON "book_bulk" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "book_bulk_row_book_id_index" ON "book_bulk_row" USING btree ("book_id");