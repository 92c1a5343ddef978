ALTER TABLE "deleted_row" ADD COLUMN "with_parent" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
UPDATE "deleted_row" SET "with_parent" = true
WHERE "row" ? 'book_id' AND NOT EXISTS (SELECT FROM "book" WHERE "book"."id" = ("row" ->> 'book_id')::uuid);
--> statement-breakpoint
CREATE OR REPLACE FUNCTION public.keep_deleted_rows() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.deleted_row (kind, id, "row", with_parent)
  SELECT TG_TABLE_NAME, former.id, doc, doc ? 'book_id'
    -- A cascade comes after the deletion of the book.
    AND NOT EXISTS (SELECT FROM public.book WHERE book.id = (doc ->> 'book_id')::uuid)
  FROM old_rows AS former CROSS JOIN LATERAL to_jsonb(former) AS doc
  ON CONFLICT (kind, id) DO UPDATE
  SET "row" = excluded."row", deleted_at = excluded.deleted_at, with_parent = excluded.with_parent;
  RETURN NULL;
END
$$;
