import { and, asc, count, desc, eq, isNotNull, isNull, not, sql, type SQL } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Transaction } from '#base/db/actor.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { book } from '#base/db/tables/book.ts'
import { borrower, borrowerGroup } from '#base/db/tables/borrower.ts'
import { copy } from '#base/db/tables/copy.ts'
import { hold } from '#base/db/tables/loan.ts'
import { hasWords, isAmong } from '#base/db/trash.server.ts'
import { holdPlace } from '#lending/loan/shared/hold-place.server.ts'
import type { HoldFilter, holdPageInputSchema, holdsChosenSchema } from './hold-list.schema.ts'

const searched = sql`concat_ws(' ', ${book.title}, ${book.author}, ${borrower.name}, ${borrower.card}, ${borrower.schoolNumber})`

/** The holds that a search and filters find, where holds are joined with their books and borrowers. */
const foundBy = ({ groupId, state, searchTerm }: HoldFilter): SQL | undefined =>
  and(
    groupId === undefined ? undefined : eq(borrower.groupId, groupId),
    state === undefined ? undefined : state === 'ready' ? isNotNull(hold.copyId) : isNull(hold.copyId),
    searchTerm === '' ? undefined : hasWords(searched, searchTerm),
  )

const ORDERS = {
  placed: [asc(hold.placedAt), asc(hold.id)],
  'placed-desc': [desc(hold.placedAt), desc(hold.id)],
  fetch: [sql`${hold.readyUntil} asc nulls last`, asc(hold.placedAt), asc(hold.id)],
}

/** A page of holds with their total. */
export async function pageOfHolds({ sort, cursor = '0', limit, ...filter }: z.output<typeof holdPageInputSchema>) {
  const where = foundBy(filter)
  const from = Number(cursor)
  const [rows, [counted]] = await Promise.all([
    db
      .select({
        id: hold.id,
        bookId: hold.bookId,
        title: book.title,
        author: book.author,
        borrowerId: hold.borrowerId,
        borrower: borrower.name,
        group: borrowerGroup.name,
        placedAt: hold.placedAt,
        number: copy.number,
        readyUntil: hold.readyUntil,
        place: holdPlace,
      })
      .from(hold)
      .innerJoin(book, eq(book.id, hold.bookId))
      .innerJoin(borrower, eq(borrower.id, hold.borrowerId))
      .leftJoin(borrowerGroup, eq(borrowerGroup.id, borrower.groupId))
      .leftJoin(copy, eq(copy.id, hold.copyId))
      .where(where)
      .orderBy(...ORDERS[sort])
      .offset(from)
      .limit(limit + 1),
    db
      .select({ total: count() })
      .from(hold)
      .innerJoin(book, eq(book.id, hold.bookId))
      .innerJoin(borrower, eq(borrower.id, hold.borrowerId))
      .where(where),
  ])
  const nextCursor = rows.length > limit ? String(from + limit) : null
  return { items: rows.slice(0, limit), nextCursor, total: counted?.total ?? 0 }
}

/** The ids of the holds that a request has chosen, so many at most; the first placed first, so that concurrent calls lock alike. */
export async function chosenHolds(
  tx: Transaction,
  chosen: z.output<typeof holdsChosenSchema>,
  most: number,
): Promise<string[]> {
  const where =
    'ids' in chosen
      ? eq(hold.id, isAmong(chosen.ids))
      : and(foundBy(chosen.filter), not(eq(hold.id, isAmong(chosen.except))))
  const rows = await tx
    .select({ id: hold.id })
    .from(hold)
    .innerJoin(book, eq(book.id, hold.bookId))
    .innerJoin(borrower, eq(borrower.id, hold.borrowerId))
    .where(where)
    .orderBy(...ORDERS.placed)
    .limit(most)
  return rows.map(({ id }) => id)
}
