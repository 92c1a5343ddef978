-- In the database and not in the code, since better-auth, the sign-in and the command line change users too. What a visit
-- or an invitation leaves (language, time of the invitation) is no change that an editor must know of.
CREATE OR REPLACE FUNCTION public.count_user_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $function$;

CREATE TRIGGER count_user_change BEFORE UPDATE ON public."user" FOR EACH ROW WHEN (((((((((old.name IS DISTINCT FROM new.name) OR (old.email IS DISTINCT FROM new.email)) OR (old.email_verified IS DISTINCT FROM new.email_verified)) OR (old.role IS DISTINCT FROM new.role)) OR (old.banned IS DISTINCT FROM new.banned)) OR (old.ban_reason IS DISTINCT FROM new.ban_reason)) OR (old.ban_expires IS DISTINCT FROM new.ban_expires)) OR (old.onboarded_at IS DISTINCT FROM new.onboarded_at))) EXECUTE FUNCTION public.count_user_change();
