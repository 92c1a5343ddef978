CREATE TABLE "limit_hit" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "proof" (
	"id" uuid PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"email" text NOT NULL,
	"nonce" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "proof_session_id_purpose_unique" UNIQUE("session_id","purpose")
);
--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "impersonator_session_id" uuid;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "proven_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "proof" ADD CONSTRAINT "proof_session_id_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."session"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "limit_hit_key_at_index" ON "limit_hit" USING btree ("key","at");--> statement-breakpoint
CREATE INDEX "limit_hit_at_index" ON "limit_hit" USING btree ("at");--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_impersonator_session_id_session_id_fk" FOREIGN KEY ("impersonator_session_id") REFERENCES "public"."session"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "session_impersonator_session_id_index" ON "session" USING btree ("impersonator_session_id");