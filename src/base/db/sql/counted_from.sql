CREATE OR REPLACE FUNCTION public.counted_from(dated timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT dated + make_interval(secs => coalesce(sum(seconds), 0)) FROM public.clock_jump
  WHERE (since IS NULL OR dated >= since) AND dated <= until
$function$;
