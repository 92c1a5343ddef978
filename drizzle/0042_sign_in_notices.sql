CREATE TABLE "forgotten_browser" (
	"browser_id" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_notice" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"browser_id" text NOT NULL,
	"how" text NOT NULL,
	"ip" text NOT NULL,
	"browser" text,
	"system" text,
	"at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"refused_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "api_key" ADD COLUMN "browser_id" text;--> statement-breakpoint
ALTER TABLE "passkey" ADD COLUMN "browser_id" text;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "browser_id" text;--> statement-breakpoint
ALTER TABLE "sign_in_notice" ADD CONSTRAINT "sign_in_notice_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sign_in_notice_user_id_index" ON "sign_in_notice" USING btree ("user_id");