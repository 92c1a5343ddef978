--> statement-breakpoint
CALL public.record_changes('shelf', 'name');
