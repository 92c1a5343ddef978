CREATE TABLE "reader_detail" (
	"name" text PRIMARY KEY NOT NULL
);
