import { and, eq, notExists, sql } from 'drizzle-orm'
import { withActor, type Actor } from '#db/actor.server.ts'
import { copy } from '#db/tables/copy.ts'
import { loan } from '#db/tables/loan.ts'
import { isAmong } from '#db/trash.server.ts'
import { now } from '#lib/clock.ts'

/** Adds a copy to each book that has none, or to those of them that are named, in the order of titles. */
export function addCopyToEachBook(
  actor: Actor,
  bookIds: readonly string[] | undefined,
): Promise<{ added: number; at: Date }> {
  const at = now()
  return withActor(actor, async (tx) => {
    const { rowCount } = await tx.execute(sql`
      insert into copy (id, book_id, created_at, updated_at)
      select gen_random_uuid(), b.id, ${at}, ${at} from book as b
      where not exists (select from copy where copy.book_id = b.id)
        ${bookIds ? sql`and b.id = ${isAmong(bookIds)}` : sql``}
      order by b.sort_title, b.id`)
    return { added: rowCount ?? 0, at }
  })
}

/** Deletes the copies that were added at that moment, and neither changed nor lent since. Returns how many. */
export const removeBatch = (actor: Actor, at: Date): Promise<number> =>
  withActor(actor, async (tx) => {
    const loans = tx.select({ id: loan.id }).from(loan).where(eq(loan.copyId, copy.id))
    const { rowCount } = await tx.delete(copy).where(and(eq(copy.createdAt, at), eq(copy.version, 1), notExists(loans)))
    return rowCount ?? 0
  })
