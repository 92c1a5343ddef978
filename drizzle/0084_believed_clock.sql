CREATE TABLE "believed_clock" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"cleaned_up_at" timestamp with time zone NOT NULL,
	"earliest" timestamp with time zone,
	"latest" timestamp with time zone,
	CONSTRAINT "believed_clock_one_row" CHECK ("believed_clock"."id")
);
--> statement-breakpoint
CREATE TABLE "clock_jump" (
	"id" uuid PRIMARY KEY NOT NULL,
	"since" timestamp with time zone,
	"until" timestamp with time zone NOT NULL,
	"seconds" integer NOT NULL
);
--> statement-breakpoint
-- Of a library that is there, the newest entry of the activity says until when its clock was right; a new one begins with its first clean-up.
INSERT INTO "believed_clock" ("cleaned_up_at") SELECT max("at") FROM "activity" HAVING max("at") IS NOT NULL;
--> statement-breakpoint
-- From when the age of something counts that is dated so: the time that the library was switched off, or in which its clock
-- was wrong, is left out.
CREATE FUNCTION public.counted_from(dated timestamptz)
 RETURNS timestamptz
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT dated + make_interval(secs => coalesce(sum(seconds), 0)) FROM public.clock_jump
  WHERE (since IS NULL OR dated >= since) AND dated <= until
$function$;
