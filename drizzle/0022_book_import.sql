CREATE TABLE "book_import" (
	"id" uuid PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"step" text DEFAULT 'write' NOT NULL,
	"filename" text NOT NULL,
	"size" integer NOT NULL,
	"shape" jsonb NOT NULL,
	"header" jsonb NOT NULL,
	"columns" jsonb NOT NULL,
	"choices" jsonb NOT NULL,
	"user_id" uuid,
	"total" integer DEFAULT 0 NOT NULL,
	"processed" integer DEFAULT 0 NOT NULL,
	"created" integer DEFAULT 0 NOT NULL,
	"updated" integer DEFAULT 0 NOT NULL,
	"unchanged" integer DEFAULT 0 NOT NULL,
	"refused" integer DEFAULT 0 NOT NULL,
	"genres_added" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"is_compared" boolean DEFAULT false NOT NULL,
	"failure" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"undone_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "book_import_row" (
	"import_id" uuid NOT NULL,
	"at" integer NOT NULL,
	"row" integer NOT NULL,
	"result" text NOT NULL,
	"input" jsonb,
	"genre" text,
	"genre_id" uuid,
	"book_id" uuid,
	"has_id" boolean DEFAULT false NOT NULL,
	"title_hash" "bytea",
	"similar_id" uuid,
	"reason" jsonb,
	"notes" text[],
	"cells" jsonb,
	"before" jsonb,
	"version" integer,
	"kept" text,
	CONSTRAINT "book_import_row_import_id_at_pk" PRIMARY KEY("import_id","at")
);
--> statement-breakpoint
CREATE TABLE "upload" (
	"id" uuid PRIMARY KEY NOT NULL,
	"filename" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "upload_chunk" (
	"upload_id" uuid NOT NULL,
	"at" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "upload_chunk_upload_id_at_pk" PRIMARY KEY("upload_id","at")
);
--> statement-breakpoint
ALTER TABLE "book_import" ADD CONSTRAINT "book_import_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload_chunk" ADD CONSTRAINT "upload_chunk_upload_id_upload_id_fk" FOREIGN KEY ("upload_id") REFERENCES "public"."upload"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "book_import_created_at_index" ON "book_import" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "book_import_row_book_id_index" ON "book_import_row" USING btree ("book_id");--> statement-breakpoint
CREATE INDEX "upload_created_at_index" ON "upload" USING btree ("created_at");