CREATE TABLE "ended_genre" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"slug" text,
	"names" jsonb,
	"hue" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"moved_to" uuid,
	"books" uuid[] NOT NULL
);
