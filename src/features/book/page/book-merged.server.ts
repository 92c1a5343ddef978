import { sql } from 'drizzle-orm'
import { db } from '#db/connection/client.server.ts'

/** The book that an id redirects to, because its book was merged into it; undefined for any other id. */
export async function mergedInto(id: string): Promise<string | undefined> {
  const { rows } = await db.execute<{ id: string }>(sql`
    with recursive trail as (
      select book_id from merged_book where id = ${id}
      union select later.book_id from trail join merged_book as later on later.id = trail.book_id
    )
    select book.id from trail join book on book.id = trail.book_id limit 1`)
  return rows[0]?.id
}
