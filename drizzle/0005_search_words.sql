ALTER TABLE "book" ADD COLUMN "all_words" text collate "C" GENERATED ALWAYS AS (public.fold_words("title" || E'\x1f' || "author" || ' ' || "publisher")) STORED NOT NULL,
  ADD COLUMN "walk_words" text collate "C" GENERATED ALWAYS AS (left(public.fold_words("title" || E'\x1f' || "author" || ' ' || "publisher"), 400)) STORED NOT NULL;
--> statement-breakpoint
CREATE INDEX "book_all_words_index" ON "book" USING gin ("all_words" gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "book_title_words_index" ON "book" USING gin ((split_part("all_words", E'\x1f', 1)) gin_trgm_ops);
--> statement-breakpoint
-- Walked in the order of the list, without a visit to the table: common words are found so.
CREATE INDEX "book_sort_title_index" ON "book" USING btree ("sort_title","id") INCLUDE ("walk_words","genre_id");
