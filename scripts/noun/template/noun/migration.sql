--> statement-breakpoint
SELECT public.record_changes('shelf', 'name');
