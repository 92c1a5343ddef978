-- What a change comes to: banned or not, role and address proven where that is all, else an update.
CREATE OR REPLACE FUNCTION public.activity_action(kind text, before jsonb, after jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((kind || '.'::text) || CASE WHEN (kind <> 'user'::text) THEN 'update'::text WHEN (before @> '{"banned": true}'::jsonb) THEN 'unban'::text WHEN (after ?| ARRAY['banned'::text, 'ban_reason'::text, 'ban_expires'::text]) THEN 'ban'::text WHEN (after = jsonb_build_object('role', (after -> 'role'::text))) THEN 'set-role'::text WHEN (before @> '{"onboarded_at": null}'::jsonb) THEN 'onboard'::text WHEN (after = '{"email_verified": true}'::jsonb) THEN 'verify'::text ELSE 'update'::text END);
