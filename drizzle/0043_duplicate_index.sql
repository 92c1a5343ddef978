-- Renamed in place: nothing is built again, and nothing waits.
ALTER INDEX "book_twin_index" RENAME TO "book_duplicate_index";
