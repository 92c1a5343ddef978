ALTER TABLE "ended_genre" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "genre" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "genre" ADD COLUMN "updated_at" timestamp with time zone DEFAULT now() NOT NULL;