-- The activity records what somebody has said of a book, not the columns that `book_derived` computes from it: they were
-- generated columns, which it left out by themselves.
DO $$
BEGIN
  EXECUTE replace(
    pg_get_functiondef('public.record_activity()'::regprocedure),
    'ELSE attgenerated <> '''' OR',
    'ELSE attgenerated <> '''' OR attname IN (''all_words'', ''walk_words'', ''author_words'', ''search_title'', ''search_order'',
      ''sort_title'', ''sort_author'', ''title_hash'') OR');
END
$$;
