ALTER TABLE "user" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
-- In the database and not in the code, since better-auth, the sign-in and the command line change users too. What a visit
-- or an invitation leaves (language, time of the invitation) is no change that an editor must know of.
CREATE FUNCTION public.count_user_change() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER count_user_change BEFORE UPDATE ON "user" FOR EACH ROW
WHEN (
  (OLD.name, OLD.email, OLD.email_verified, OLD.role, OLD.banned, OLD.ban_reason, OLD.ban_expires, OLD.onboarded_at)
  IS DISTINCT FROM
  (NEW.name, NEW.email, NEW.email_verified, NEW.role, NEW.banned, NEW.ban_reason, NEW.ban_expires, NEW.onboarded_at)
)
EXECUTE FUNCTION public.count_user_change();
