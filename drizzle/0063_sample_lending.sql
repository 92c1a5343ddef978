CREATE TABLE "sample_borrower" (
	"borrower_id" uuid PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sample_borrower" ADD CONSTRAINT "sample_borrower_borrower_id_borrower_id_fk" FOREIGN KEY ("borrower_id") REFERENCES "public"."borrower"("id") ON DELETE cascade ON UPDATE no action;