import { and, eq, sql } from 'drizzle-orm'
import { db } from '#base/db/connection/client.server.ts'
import { bookImport } from '#base/db/tables/book-import.ts'

/**
 * Marks the new books of a waiting import that are similar to a book of the catalogue: the same author, and a title
 * that differs only in article, spaces and punctuation. Other editions are similar to their books, and are shown as such; other volumes are none. Uses `book_duplicate_index`. Does nothing if that was done before.
 */
export const findSimilar = (id: string): Promise<void> =>
  db.transaction(async (tx) => {
    const waiting = and(eq(bookImport.id, id), eq(bookImport.state, 'waiting'), eq(bookImport.isCompared, false))
    const [record] = await tx.select({ id: bookImport.id }).from(bookImport).where(waiting).for('update')
    if (!record) return
    await tx.execute(sql`
    with row as materialized (
      select at, public.fold(coalesce(input->>'volume', '')) as volume, left(public.author_key(coalesce(input->>'author', '')), 100) as author,
        public.title_key(public.fold_words((input->>'title') || E'\\x1f')) as title
      from book_import_row where import_id = ${id} and result = 'created' and edition_of is null
    )
    update book_import_row as r set similar_id = found.id
    from row cross join lateral (
      select id from book
      where (left(public.author_key(author), 100) collate "C") = row.author and (public.title_key(all_words) collate "C") = row.title
        and (row.volume = '' or book.volume = '' or public.fold(book.volume) = row.volume)
      limit 1
    ) as found
    where r.import_id = ${id} and r.at = row.at`)
    await tx.update(bookImport).set({ isCompared: true }).where(eq(bookImport.id, id))
  })
