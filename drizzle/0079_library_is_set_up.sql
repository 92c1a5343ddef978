ALTER TABLE "library_setting" ADD COLUMN "is_set_up" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Libraries that the set-up has opened before: their security log knows it, as long as it is kept.
INSERT INTO "library_setting" ("is_set_up")
SELECT true WHERE EXISTS (SELECT FROM "security_event" WHERE "kind" = 'signed_in' AND "details" ->> 'how' = 'setup')
ON CONFLICT ("id") DO UPDATE SET "is_set_up" = true;
