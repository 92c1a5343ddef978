ALTER TABLE "user" ADD COLUMN "invited_at" timestamp with time zone;
--> statement-breakpoint
-- Whoever was added with a name counted as onboarded from that moment. The mark of it: no proven address, no way in, and
-- both times from one statement. Who signed in later cannot be told apart, and keeps the time.
SELECT set_config('maktaba.actor', 'none', true);
--> statement-breakpoint
UPDATE "user" SET "onboarded_at" = NULL
WHERE NOT "email_verified" AND "onboarded_at" < "created_at" + interval '1 second'
  AND NOT EXISTS (SELECT FROM "session" WHERE "session"."user_id" = "user"."id")
  AND NOT EXISTS (SELECT FROM "account" WHERE "account"."user_id" = "user"."id");
--> statement-breakpoint
SELECT set_config('maktaba.actor', '', true);
