CREATE TABLE "book_change" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "book_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1)
);

--> statement-breakpoint
-- What was counted is good as long as no change has been committed since. A row for a change, rather than a counter:
-- those who write at the same time do not wait for each other.
CREATE FUNCTION public.note_book_change() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.book_change DEFAULT VALUES;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER book_change_noted AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "book"
FOR EACH STATEMENT EXECUTE FUNCTION public.note_book_change();
