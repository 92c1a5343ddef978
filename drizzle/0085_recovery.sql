CREATE TABLE "recovery" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"words" text,
	"sealed_secret" jsonb,
	"phrase" text,
	"restored_at" timestamp with time zone,
	CONSTRAINT "recovery_one_row" CHECK ("recovery"."id")
);
