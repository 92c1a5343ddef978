CREATE INDEX "loan_group_id_index" ON "loan" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "loan_lent_by_index" ON "loan" USING btree ("lent_by");--> statement-breakpoint
CREATE INDEX "loan_returned_by_index" ON "loan" USING btree ("returned_by");--> statement-breakpoint
-- Of several holds of a borrower on a book the one with a copy stays, else the first.
DELETE FROM "hold" WHERE "id" IN (
	SELECT "id" FROM (
		SELECT "id", row_number() OVER (PARTITION BY "book_id", "borrower_id" ORDER BY "copy_id" IS NULL, "placed_at", "id") AS "place" FROM "hold"
	) AS "own" WHERE "place" > 1);--> statement-breakpoint
ALTER TABLE "hold" ADD CONSTRAINT "hold_book_id_borrower_id_unique" UNIQUE("book_id","borrower_id");