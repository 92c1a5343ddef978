CREATE TABLE "sample_book" (
	"book_id" uuid PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sample_book" ADD CONSTRAINT "sample_book_book_id_book_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."book"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
-- The samples of earlier versions have no mark. Their times were made up: one book for each minute before the moment at
-- which they were added, to the millisecond, while their ids (UUID version 7) hold that moment. Fifty books or more on
-- such a ladder are samples; what people or imports add has the time of its id. Who has saved one has made it their own.
SELECT set_config('maktaba.actor', 'none', true);
--> statement-breakpoint
WITH made AS (
  SELECT "id", "created_at", mod((extract(epoch FROM "created_at") * 1000)::bigint, 60000) AS "place",
    to_timestamp(('x' || left(replace("id"::text, '-', ''), 12))::bit(48)::bigint / 1000.0) - "created_at" AS "age"
  FROM "book" WHERE "version" = 1 AND "updated_at" = "created_at"
), backdated AS (
  SELECT "id", "created_at", "place" FROM made WHERE "age" BETWEEN interval '30 seconds' AND interval '1 day'
), ladders AS (
  SELECT "place" FROM backdated GROUP BY "place" HAVING count(*) >= 50 AND count(DISTINCT "created_at") = count(*)
)
INSERT INTO "sample_book" ("book_id") SELECT "id" FROM backdated JOIN ladders USING ("place");
--> statement-breakpoint
UPDATE "book" SET "created_at" = "added"."at", "updated_at" = "added"."at"
FROM (
  -- In the order that they had, a millisecond apart.
  SELECT "id", to_timestamp(('x' || left(replace("id"::text, '-', ''), 12))::bit(48)::bigint / 1000.0)
    + row_number() OVER (ORDER BY "created_at") * interval '1 millisecond' AS "at"
  FROM "book" JOIN "sample_book" ON "book_id" = "id"
) AS "added"
WHERE "book"."id" = "added"."id";
--> statement-breakpoint
SELECT set_config('maktaba.actor', '', true);
