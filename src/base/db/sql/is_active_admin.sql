CREATE OR REPLACE FUNCTION public.is_active_admin(role text, banned boolean, ban_expires timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (('admin'::text = ANY (string_to_array(replace(role, ' '::text, ''::text), ','::text))) AND (NOT (banned AND ((ban_expires IS NULL) OR (ban_expires > now())))));
