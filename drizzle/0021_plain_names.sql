ALTER TABLE "proof" RENAME TO "verification_code";--> statement-breakpoint
ALTER TABLE "verification_code" RENAME CONSTRAINT "proof_pkey" TO "verification_code_pkey";--> statement-breakpoint
ALTER TABLE "verification_code" RENAME CONSTRAINT "proof_session_id_purpose_unique" TO "verification_code_session_id_purpose_unique";--> statement-breakpoint
ALTER TABLE "verification_code" RENAME CONSTRAINT "proof_session_id_session_id_fk" TO "verification_code_session_id_session_id_fk";--> statement-breakpoint
ALTER TABLE "session" RENAME COLUMN "proven_at" TO "email_confirmed_at";--> statement-breakpoint
-- Nothing reads it: a genre is found by its name and words in memory.
ALTER TABLE "genre" DROP COLUMN "search_text";
