-- Custom SQL migration file, put your code below! --
-- A copy on loan that was marked lost kept its loan open. It ends as lost when the copy was changed last, at the earliest when
-- it was lent: its borrower owes it until somebody settles it, so nobody is freed by an update.
UPDATE "loan" SET "lost_at" = greatest("loan"."lent_at", "copy"."updated_at")
FROM "copy"
WHERE "copy"."id" = "loan"."copy_id" AND "copy"."condition" = 'lost'
  AND "loan"."returned_at" IS NULL AND "loan"."lost_at" IS NULL;
