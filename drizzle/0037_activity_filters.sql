CREATE INDEX "activity_action_index" ON "activity" USING btree ("action","id");--> statement-breakpoint
CREATE INDEX "activity_at_index" ON "activity" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "activity_subject_words_index" ON "activity" USING gin ((public.fold_words("subject_name")) gin_trgm_ops);