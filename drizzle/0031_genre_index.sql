DROP INDEX "book_genre_id_index";--> statement-breakpoint
CREATE INDEX "book_genre_id_index" ON "book" USING btree ("genre_id","sort_title","id") WHERE "book"."genre_id" is not null;