-- The last admin can be neither deleted, demoted nor banned, whoever tries and by whichever way: a rule of the
-- table, since two admins may demote each other at the same moment. Of those who try, the lock lets one look at
-- a time, after the other has committed.
CREATE OR REPLACE FUNCTION public.keep_last_admin()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF public.is_active_admin(OLD.role, OLD.banned, OLD.ban_expires) THEN
    IF TG_OP = 'DELETE' OR NOT public.is_active_admin(NEW.role, NEW.banned, NEW.ban_expires) THEN
      PERFORM pg_advisory_xact_lock(hashtextextended('user_last_admin', 0));
      IF NOT EXISTS (
        SELECT FROM public."user" AS other
        WHERE other.id <> OLD.id AND public.is_active_admin(other.role, other.banned, other.ban_expires)
      ) THEN
        RAISE EXCEPTION 'The last admin stays'
          USING ERRCODE = 'check_violation', TABLE = 'user', CONSTRAINT = 'user_last_admin';
      END IF;
    END IF;
  END IF;
  IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
  RETURN NEW;
END
$function$;

CREATE TRIGGER user_last_admin BEFORE DELETE OR UPDATE OF role, banned, ban_expires ON public."user" FOR EACH ROW EXECUTE FUNCTION public.keep_last_admin();
