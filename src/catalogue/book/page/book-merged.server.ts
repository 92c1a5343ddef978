import { between, sql } from 'drizzle-orm'
import { db } from '#base/db/connection/client.server.ts'
import { book } from '#base/db/tables/book.ts'
import { isUuid } from '#base/lib/uuid.ts'

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

/** Characters of the shortest id that an offline catalogue had. */
const LEAST_LENGTH = 18

/**
 * The only book whose id begins so: offline catalogues had shortened ids, and links of that time lead on. Undefined for a
 * beginning of several or none, and for any other text.
 */
export async function idThatBegins(beginning: string): Promise<string | undefined> {
  const first = beginning + '00000000-0000-0000-0000-000000000000'.slice(beginning.length)
  const last = beginning + 'ffffffff-ffff-ffff-ffff-ffffffffffff'.slice(beginning.length)
  if (beginning.length < LEAST_LENGTH || !isUuid(first)) return undefined
  const [found, another] = await db
    .select({ id: book.id })
    .from(book)
    .where(between(book.id, first, last))
    .limit(2)
  return another ? undefined : found?.id
}
