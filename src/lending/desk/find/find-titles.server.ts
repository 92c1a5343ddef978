import { and, asc, eq, exists, inArray, isNull, or, sql } from 'drizzle-orm'
import { db, readDb } from '#base/db/connection/client.server.ts'
import { book } from '#base/db/tables/book.ts'
import { copy } from '#base/db/tables/copy.ts'
import { hold, isOpenLoan, loan } from '#base/db/tables/loan.ts'
import { firstBooks } from './first-books.server.ts'
import { copyCounts, isFree, isLendable } from '#lending/loan/shared/free-copies.server.ts'
import { libraryDay } from '#base/env/library-day.server.ts'
import { CHOICES } from '../shared/find-numbers.server.ts'
import type { DeskChoice } from '../desk-parts.schema.ts'
import { deskCopyColumns } from '../shared/desk-views.server.ts'

/**
 * The books that a search finds as choices of the desk: first those with a copy on the shelf, of which the first one by number
 * is lent (also one that is put aside for the open borrower), then those that are out, with the day on which one is back. Without any copy among the hits those that have none.
 */
export async function findByTitle(words: string, borrowerId?: string): Promise<DeskChoice[]> {
  const ofBook = readDb()
    .select({ one: sql`1` })
    .from(copy)
    .where(eq(copy.bookId, book.id))
  const withCopies = await firstBooks(words, { key: 'copies', condition: exists(ofBook), limit: CHOICES })
  const books = withCopies.length > 0 ? withCopies : await firstBooks(words, { key: '', limit: CHOICES })
  const ids = books.map(({ id }) => id)
  const shelf = await shelfOf(ids)
  const firstFree = await firstFreeOf(ids, borrowerId)
  const choices = books.map((one): DeskChoice => {
    const item = firstFree.get(one.id) ?? null
    const { free = 0, total = 0, backOn = null } = shelf.get(one.id) ?? {}
    return { code: item?.number ?? '', person: null, copy: item, isOnLoan: false, book: one, free, total, backOn }
  })
  return [...choices.filter(({ code }) => code !== ''), ...choices.filter(({ code }) => code === '')]
}

async function shelfOf(ids: string[]) {
  const rows = await db
    .select({
      bookId: copy.bookId,
      ...copyCounts,
      backOn: sql<
        string | null
      >`(min(${loan.dueOn}) filter (where ${isLendable} and ${loan.dueOn} >= ${libraryDay()}))::text`,
    })
    .from(copy)
    .leftJoin(loan, and(eq(loan.copyId, copy.id), isOpenLoan))
    .leftJoin(hold, eq(hold.copyId, copy.id))
    .where(inArray(copy.bookId, ids))
    .groupBy(copy.bookId)
  return new Map(rows.map(({ bookId, ...counts }) => [bookId, counts]))
}

async function firstFreeOf(ids: string[], borrowerId: string | undefined) {
  const isForThem =
    borrowerId === undefined ? undefined : and(isLendable, isNull(loan.id), eq(hold.borrowerId, borrowerId))
  const rows = await db
    .selectDistinctOn([copy.bookId], deskCopyColumns)
    .from(copy)
    .leftJoin(loan, and(eq(loan.copyId, copy.id), isOpenLoan))
    .leftJoin(hold, eq(hold.copyId, copy.id))
    .where(and(inArray(copy.bookId, ids), or(isFree, isForThem)))
    .orderBy(asc(copy.bookId), asc(copy.sortNumber))
  return new Map(rows.map((item) => [item.bookId, item]))
}
