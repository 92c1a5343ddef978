CREATE TABLE "lookup_answer" (
	"source" text NOT NULL,
	"isbn" text NOT NULL,
	"record" jsonb,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "lookup_answer_pkey" PRIMARY KEY("source","isbn")
);
--> statement-breakpoint
CREATE TABLE "lookup_source" (
	"source" text PRIMARY KEY NOT NULL,
	"free_at" timestamp with time zone NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL
);
