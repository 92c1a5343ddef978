-- The size of a table is the sum of what its statements added: it is known after each chunk of an import, without
-- reading the table.
ALTER TABLE "book_change" ADD COLUMN "added" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "user_change" ADD COLUMN "added" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
CREATE FUNCTION public.note_genre_change() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.book_change DEFAULT VALUES;
  RETURN NULL;
END
$$;
--> statement-breakpoint
DROP TRIGGER genre_change_noted ON "genre";--> statement-breakpoint
CREATE TRIGGER genre_change_noted AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "genre"
FOR EACH STATEMENT EXECUTE FUNCTION public.note_genre_change();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION public.note_book_change() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO public.book_change (added) SELECT count(*) FROM new_rows;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO public.book_change (added) SELECT -count(*) FROM old_rows;
  ELSIF TG_OP = 'TRUNCATE' THEN
    INSERT INTO public.book_change (added) SELECT -coalesce(sum(added), 0) FROM public.book_change;
  ELSE
    INSERT INTO public.book_change DEFAULT VALUES;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
DROP TRIGGER book_change_noted ON "book";--> statement-breakpoint
CREATE TRIGGER book_added AFTER INSERT ON "book"
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_book_change();--> statement-breakpoint
CREATE TRIGGER book_removed AFTER DELETE ON "book"
REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_book_change();--> statement-breakpoint
CREATE TRIGGER book_changed AFTER UPDATE OR TRUNCATE ON "book"
FOR EACH STATEMENT EXECUTE FUNCTION public.note_book_change();--> statement-breakpoint
-- The triggers keep others from writing until this is committed.
INSERT INTO "book_change" (added) SELECT count(*) FROM "book";
--> statement-breakpoint
CREATE OR REPLACE FUNCTION public.note_user_change() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO public.user_change (added) SELECT count(*) FROM new_rows;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO public.user_change (added) SELECT -count(*) FROM old_rows;
  ELSIF TG_OP = 'TRUNCATE' THEN
    INSERT INTO public.user_change (added) SELECT -coalesce(sum(added), 0) FROM public.user_change;
  ELSE
    INSERT INTO public.user_change DEFAULT VALUES;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
DROP TRIGGER user_change_noted ON "user";--> statement-breakpoint
CREATE TRIGGER user_added AFTER INSERT ON "user"
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_user_change();--> statement-breakpoint
CREATE TRIGGER user_removed AFTER DELETE ON "user"
REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_user_change();--> statement-breakpoint
CREATE TRIGGER user_changed AFTER UPDATE OR TRUNCATE ON "user"
FOR EACH STATEMENT EXECUTE FUNCTION public.note_user_change();--> statement-breakpoint
-- The triggers keep others from writing until this is committed.
INSERT INTO "user_change" (added) SELECT count(*) FROM "user";
