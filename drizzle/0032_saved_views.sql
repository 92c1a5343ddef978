CREATE TABLE "saved_view" (
	"id" uuid PRIMARY KEY NOT NULL,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"owner_id" uuid,
	"shared_by_id" uuid,
	"search" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"name_hash" "bytea" GENERATED ALWAYS AS (public.fold_hash("name")) STORED NOT NULL,
	CONSTRAINT "saved_view_name_unique" UNIQUE NULLS NOT DISTINCT("list","owner_id","name_hash")
);
--> statement-breakpoint
ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_owner_id_user_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_shared_by_id_user_id_fk" FOREIGN KEY ("shared_by_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "saved_view_owner_id_index" ON "saved_view" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "saved_view_shared_by_id_index" ON "saved_view" USING btree ("shared_by_id");