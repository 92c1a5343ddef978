import { sql } from 'drizzle-orm'
import { db } from '#db/connection/client.server.ts'
import { beginningOf, withDashes } from '#lib/search/id-beginning.ts'

const DIGITS = 32

/**
 * The only id of a book, or of a merged one, that begins so: the addresses of the offline catalogue are cut. Undefined
 * for a beginning of several or none, and for one of fewer digits than tell when an id was made.
 */
export async function idThatBegins(text: string): Promise<string | undefined> {
  const digits = beginningOf(text)
  if (digits === undefined) return undefined
  const first = withDashes(digits.padEnd(DIGITS, '0'))
  const last = withDashes(digits.padEnd(DIGITS, 'f'))
  const { rows } = await db.execute<{ id: string }>(sql`
    (select id from book where id between ${first} and ${last} limit 2)
    union all (select id from merged_book where id between ${first} and ${last} limit 2)`)
  const [found, another] = rows
  return another === undefined ? found?.id : undefined
}
