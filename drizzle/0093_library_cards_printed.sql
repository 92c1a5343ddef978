ALTER TABLE "borrower" ADD COLUMN "card_printed_on" date;--> statement-breakpoint
ALTER TABLE "deleted_borrower" ADD COLUMN "card_printed_on" date;