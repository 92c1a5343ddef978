CREATE TABLE "deleted_row" (
	"kind" text NOT NULL,
	"id" uuid NOT NULL,
	"row" jsonb NOT NULL,
	"deleted_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "deleted_row_kind_id_pk" PRIMARY KEY("kind","id")
);
--> statement-breakpoint
CREATE INDEX "deleted_row_deleted_at_index" ON "deleted_row" USING btree ("deleted_at");
--> statement-breakpoint
CREATE FUNCTION public.keep_deleted_rows() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.deleted_row (kind, id, "row") SELECT TG_TABLE_NAME, id, to_jsonb(former) FROM old_rows AS former
  ON CONFLICT (kind, id) DO UPDATE SET "row" = excluded."row", deleted_at = excluded.deleted_at;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION public.note_change() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  rows bigint := 0;
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    EXECUTE format('INSERT INTO public.%1$I (added) SELECT -coalesce(sum(added), 0) FROM public.%1$I', TG_ARGV[0]);
    RETURN NULL;
  ELSIF TG_OP = 'INSERT' THEN
    SELECT count(*) INTO rows FROM new_rows;
  ELSIF TG_OP = 'DELETE' THEN
    SELECT -count(*) INTO rows FROM old_rows;
  END IF;
  EXECUTE format('INSERT INTO public.%I (added) VALUES ($1)', TG_ARGV[0]) USING rows;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION public.record_changes(kind text, named text) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  new_rows CONSTANT text := 'REFERENCING NEW TABLE AS new_rows';
  old_rows CONSTANT text := 'REFERENCING OLD TABLE AS old_rows';
  noted CONSTANT text := format('note_change(%L)', kind || '_change');
  recorded CONSTANT text := format('record_activity(%L)', named);
  name text;
  event text;
  rows text;
  run text;
BEGIN
  FOR name, event, rows, run IN VALUES
    ('added', 'INSERT', new_rows, noted),
    ('removed', 'DELETE', old_rows, noted),
    ('changed', 'UPDATE OR TRUNCATE', '', noted),
    ('activity_insert', 'INSERT', new_rows, recorded),
    ('activity_update', 'UPDATE', old_rows || ' NEW TABLE AS new_rows', recorded),
    ('activity_delete', 'DELETE', old_rows, recorded),
    ('kept', 'DELETE', old_rows, 'keep_deleted_rows()')
  LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER %s ON public.%I %s FOR EACH STATEMENT EXECUTE FUNCTION public.%s',
      kind || '_' || name, event, kind, rows, run);
  END LOOP;
END
$$;
--> statement-breakpoint
DROP TRIGGER user_added ON "user";
--> statement-breakpoint
DROP TRIGGER user_removed ON "user";
--> statement-breakpoint
DROP TRIGGER user_changed ON "user";
--> statement-breakpoint
CREATE TRIGGER user_added AFTER INSERT ON "user" REFERENCING NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION public.note_change('user_change');
--> statement-breakpoint
CREATE TRIGGER user_removed AFTER DELETE ON "user" REFERENCING OLD TABLE AS old_rows
FOR EACH STATEMENT EXECUTE FUNCTION public.note_change('user_change');
--> statement-breakpoint
CREATE TRIGGER user_changed AFTER UPDATE OR TRUNCATE ON "user"
FOR EACH STATEMENT EXECUTE FUNCTION public.note_change('user_change');
--> statement-breakpoint
DROP FUNCTION public.note_user_change();
