ALTER TABLE "sign_in_card" ADD COLUMN "holder_role" text DEFAULT 'user' NOT NULL;--> statement-breakpoint
-- Cards that should have ended with what happened since.
UPDATE "sign_in_card" AS card SET "revoked_at" = now()
WHERE "used_at" IS NULL AND "revoked_at" IS NULL AND EXISTS (
  SELECT FROM "security_event" AS event
  WHERE event."user_id" = card."user_id" AND event."kind" IN ('role_changed', 'address_changed', 'banned') AND event."at" >= card."created_at"
);--> statement-breakpoint
UPDATE "sign_in_card" AS card SET "holder_role" = holder."role" FROM "user" AS holder
WHERE holder."id" = card."user_id" AND card."used_at" IS NULL AND card."revoked_at" IS NULL;--> statement-breakpoint
UPDATE "session" SET "card_at" = card."used_at" FROM "sign_in_card" AS card WHERE card."session_id" = "session"."id";--> statement-breakpoint
-- A session by a card can add a passkey for ten minutes.
UPDATE "passkey" SET "card_at" = card."used_at" FROM "sign_in_card" AS card
WHERE card."user_id" = "passkey"."user_id" AND "passkey"."created_at" BETWEEN card."used_at" AND card."used_at" + interval '10 minutes';--> statement-breakpoint
-- A session waits for a change of its user that is under way, such as a ban, which ends the sessions that it finds; and such
-- a change waits for a session that is being made. So none is made in the moment of the change and outlives it.
CREATE FUNCTION public.lock_session_user()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM FROM public."user" WHERE id = NEW.user_id FOR SHARE;
  RETURN NEW;
END
$function$;--> statement-breakpoint
CREATE TRIGGER session_user_locked BEFORE INSERT ON public."session" FOR EACH ROW EXECUTE FUNCTION public.lock_session_user();
