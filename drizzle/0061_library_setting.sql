CREATE TABLE "library_setting" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"lending" boolean DEFAULT false NOT NULL,
	"loan_memory_days" integer DEFAULT 30,
	CONSTRAINT "library_setting_one_row" CHECK ("library_setting"."id"),
	CONSTRAINT "library_setting_loan_memory_range" CHECK ("library_setting"."loan_memory_days" between 0 and 365)
);
--> statement-breakpoint
INSERT INTO "library_setting" DEFAULT VALUES;
