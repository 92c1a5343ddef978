CREATE TABLE "borrower_import" (
	"id" uuid PRIMARY KEY NOT NULL,
	"choices" jsonb NOT NULL,
	"findings" jsonb NOT NULL,
	"groups_added" uuid[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "borrower_import_row" (
	"import_id" uuid NOT NULL,
	"at" integer NOT NULL,
	"row" integer NOT NULL,
	"result" text NOT NULL,
	"reason" text,
	"other_row" integer,
	"borrower_id" uuid,
	"candidates" uuid[] DEFAULT '{}' NOT NULL,
	"said" jsonb,
	"input" jsonb,
	"before" jsonb,
	"notes" text[] DEFAULT '{}' NOT NULL,
	"cells" jsonb,
	"is_left_out" boolean DEFAULT false NOT NULL,
	"kept" text,
	CONSTRAINT "borrower_import_row_import_id_at_pk" PRIMARY KEY("import_id","at")
);
--> statement-breakpoint
ALTER TABLE "book_import" ADD COLUMN "about" text DEFAULT 'book' NOT NULL;--> statement-breakpoint
ALTER TABLE "borrower_import" ADD CONSTRAINT "borrower_import_id_book_import_id_fk" FOREIGN KEY ("id") REFERENCES "public"."book_import"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "borrower_import_row" ADD CONSTRAINT "borrower_import_row_import_id_book_import_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."book_import"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "borrower_import_row_borrower_id_index" ON "borrower_import_row" USING btree ("borrower_id");
--> statement-breakpoint
-- Who is erased is forgotten by class lists too.
CREATE OR REPLACE FUNCTION public.forget_borrowers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  gone uuid[];
  texts text[];
BEGIN
  SELECT array_agg(former.id) INTO gone FROM old_rows AS former
  WHERE NOT EXISTS (SELECT FROM public.borrower AS present WHERE present.id = former.id)
    AND NOT EXISTS (SELECT FROM public.deleted_borrower AS kept WHERE kept.id = former.id);
  IF gone IS NULL THEN RETURN NULL; END IF;
  -- Their names and numbers of now and of before.
  SELECT array_agg(DISTINCT folded) INTO texts FROM (
    SELECT public.fold_words(said) AS folded FROM old_rows AS former
    CROSS JOIN LATERAL (VALUES (former.name), (former.card), (former.school_number)) AS present (said)
    WHERE former.id = ANY (gone)
    UNION ALL
    SELECT public.fold_words(doc ->> field) FROM public.activity
    CROSS JOIN LATERAL (VALUES (before), (after)) AS recorded (doc)
    CROSS JOIN (VALUES ('name'), ('card'), ('school_number')) AS fields (field)
    WHERE subject_kind = 'borrower' AND subject_id = ANY (gone)
  ) AS found WHERE btrim(folded) <> '';
  UPDATE public.activity SET subject_name = NULL, before = NULL, after = NULL
  WHERE subject_kind = 'borrower' AND subject_id = ANY (gone)
    AND (subject_name IS NOT NULL OR before IS NOT NULL OR after IS NOT NULL);
  DELETE FROM public.deleted_row WHERE kind = 'hold' AND "row" ->> 'borrower_id' = ANY (gone::text[]);
  DELETE FROM public.desk_act
  WHERE borrower_id = ANY (gone) OR former_borrower_id = ANY (gone)
    OR EXISTS (SELECT FROM unnest(gone) AS id WHERE strpos(answer::text, id::text) > 0 OR strpos(request, id::text) > 0);
  -- What was typed and led to nobody and nothing: a part of a name or a number, or a word of it, even where the rest is mistyped.
  DELETE FROM public.desk_act AS act USING (
    SELECT typed.id FROM (
      SELECT id, public.fold_words(code) AS folded FROM public.desk_act
      WHERE borrower_id IS NULL AND former_borrower_id IS NULL AND copy_id IS NULL AND code <> ''
    ) AS typed
    WHERE EXISTS (
        SELECT FROM unnest(texts) AS said WHERE strpos(replace(said, ' ', ''), replace(typed.folded, ' ', '')) > 0
      )
      OR string_to_array(btrim(typed.folded), ' ') && ARRAY(
        SELECT word FROM unnest(texts) AS said CROSS JOIN LATERAL string_to_table(btrim(said), ' ') AS word
        WHERE length(word) > 2
      )
  ) AS found WHERE act.id = found.id;
  DELETE FROM public.desk_refusal
  WHERE borrower_id = ANY (gone)
    OR EXISTS (SELECT FROM unnest(gone) AS id WHERE strpos(reasons::text, id::text) > 0);
  -- Class lists: the rows that were of them or may have been, and the files, in which they stand too.
  DELETE FROM public.upload WHERE id IN (SELECT import_id FROM public.borrower_import_row WHERE borrower_id = ANY (gone));
  UPDATE public.borrower_import_row
  SET said = NULL, input = NULL, before = NULL, cells = NULL, notes = '{}', candidates = '{}'
  WHERE borrower_id = ANY (gone);
  UPDATE public.borrower_import_row SET said = NULL, cells = NULL, notes = '{}', candidates = '{}'
  WHERE cells IS NOT NULL AND (candidates && gone OR public.fold_words(said ->> 'name') = ANY (texts));
  DELETE FROM public.idempotency_key
  WHERE EXISTS (SELECT FROM unnest(gone) AS id WHERE strpos(body, id::text) > 0);
  RETURN NULL;
END
$function$;
