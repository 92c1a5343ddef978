CREATE TABLE "sign_in_card" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"hash" "bytea" NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"session_id" uuid,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "sign_in_card_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
ALTER TABLE "library_setting" ADD COLUMN "sign_in_cards" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_in_card" ADD CONSTRAINT "sign_in_card_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_card" ADD CONSTRAINT "sign_in_card_created_by_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_card" ADD CONSTRAINT "sign_in_card_session_id_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."session"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "sign_in_card_open_unique" ON "sign_in_card" USING btree ("user_id") WHERE "sign_in_card"."used_at" is null and "sign_in_card"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "sign_in_card_user_id_index" ON "sign_in_card" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "sign_in_card_created_by_index" ON "sign_in_card" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "sign_in_card_session_id_index" ON "sign_in_card" USING btree ("session_id");