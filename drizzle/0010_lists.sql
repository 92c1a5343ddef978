CREATE TABLE "user_change" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "user_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1)
);
--> statement-breakpoint
ALTER TABLE "book" ADD COLUMN "sort_author" text collate "und-x-icu" GENERATED ALWAYS AS (case when btrim("author") = '' then U&'\FFFF' else left("author", 200) end) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "all_words" text collate "C" GENERATED ALWAYS AS (public.fold_words("name" || E'\x1f' || "email")) STORED NOT NULL,
  ADD COLUMN "walk_words" text collate "C" GENERATED ALWAYS AS (left(public.fold_words("name" || E'\x1f' || "email"), 400)) STORED NOT NULL,
  ADD COLUMN "sort_name" text collate "und-x-icu" GENERATED ALWAYS AS (case when btrim("name") = '' then U&'\FFFF' else left("name", 100) end) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "book_sort_author_index" ON "book" USING btree ("sort_author","sort_title","id");--> statement-breakpoint
CREATE INDEX "book_publisher_index" ON "book" USING btree (left(public.fold("publisher"), 200),"sort_title","id");--> statement-breakpoint
CREATE INDEX "user_all_words_index" ON "user" USING gin ("all_words" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "user_name_words_index" ON "user" USING gin ((split_part("all_words", E'\x1f', 1)) gin_trgm_ops);
--> statement-breakpoint
-- Walked in the order of the list, without a visit to the table: common words are found so.
CREATE INDEX "user_sort_name_index" ON "user" USING btree ("sort_name","email","id") INCLUDE ("walk_words");
--> statement-breakpoint
-- As of books: what was counted is good as long as no change has been committed since.
CREATE FUNCTION public.note_user_change() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.user_change DEFAULT VALUES;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER user_change_noted AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "user"
FOR EACH STATEMENT EXECUTE FUNCTION public.note_user_change();
--> statement-breakpoint
-- A search finds books by the words of their genre.
CREATE TRIGGER genre_change_noted AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "genre"
FOR EACH STATEMENT EXECUTE FUNCTION public.note_book_change();
