import { and, asc, eq, getTableColumns, isNotNull, isNull, lt, ne, sql, type SQL } from 'drizzle-orm'
import type { Transaction } from '#base/db/actor.server.ts'
import { db, type Queryable } from '#base/db/connection/client.server.ts'
import { filtersOf } from '#base/db/list/filter.server.ts'
import { wordsOf } from '#base/db/list/ranks.server.ts'
import { patternOf } from '#base/db/list/search.server.ts'
import { defineList } from '#base/db/list/list.server.ts'
import { book } from '#base/db/tables/book.ts'
import { borrower, borrowerGroup } from '#base/db/tables/borrower.ts'
import { copy, copyChange } from '#base/db/tables/copy.ts'
import { isOpenLoan, isOwedLoan, isUnsettledLoan, loan } from '#base/db/tables/loan.ts'
import { dayStart } from '#base/lib/day-start.ts'
import { requestContext } from '#base/lib/http/request-context.server.ts'
import { requireId, requireRow } from '#base/rpc/not-found.server.ts'
import { freeNow } from '#lending/loan/shared/free-copies.server.ts'
import { notLentFor } from './shared/never-lent.server.ts'
import type { CopiesSearch } from './copy-search.schema.ts'
import type { Copy, CopyFilter, CopyRow } from './copy.schema.ts'

const { allWords: _all, walkWords: _walk, sortNumber: _sort, seenAt: _seen, ...ownColumns } = getTableColumns(copy)

// A field that only the table or only the schema has does not compile.
const columns = { ...ownColumns, dueOn: loan.dueOn } satisfies Record<keyof Copy, unknown>

const rowColumns = {
  ...ownColumns,
  dueOn: sql<string | null>`case when ${isOpenLoan} then ${loan.dueOn} end`,
  title: book.title,
  author: book.author,
  shelfMark: book.shelfMark,
  borrowerId: borrower.id,
  borrower: borrower.name,
  group: borrowerGroup.name,
  isOwed: sql<boolean>`coalesce(${isOwedLoan}, false)`,
}

const isOnLoan = and(eq(loan.copyId, copy.id), isOpenLoan)

const ORDERS = {
  number: { keys: [copy.sortNumber] },
  'number-desc': { keys: [copy.sortNumber], isDescending: true },
  added: { keys: [], isDescending: true },
  'added-asc': { keys: [] },
  seen: { keys: [copy.seenAt] },
  'seen-desc': { keys: [copy.seenAt], isDescending: true },
} satisfies Record<CopiesSearch['sort'], unknown>
const SEARCH = {
  allWords: copy.allWords,
  indexedWords: copy.walkWords,
  indexedColumns: [copy.bookId],
  otherMatches: ofBooks,
}

/** For each word, the copies of books that have it in title, author, series or shelf mark, as the list of books finds them. */
async function ofBooks(words: string[]): Promise<SQL[]> {
  return words.map((word) => {
    const patterns = wordsOf(word).map((one) => sql`all_words like ${patternOf(one)}`)
    return sql`${copy.bookId} in (select id from book where ${sql.join(patterns, sql` and `)})`
  })
}

/** The copies as a list: sorted, counted, searched by number, place, note and book. */
export const copiesList = defineList<Copy>({
  name: 'copy',
  table: copy,
  id: copy.id,
  changes: copyChange,
  orders: ORDERS,
  rows: ({ extraColumns, where, orderBy, limit }) =>
    db
      .select({ ...columns, ...extraColumns })
      .from(copy)
      .leftJoin(loan, isOnLoan)
      .where(where)
      .orderBy(...orderBy)
      .limit(limit),
  search: SEARCH,
})

/** The list of copies for managers, with the books, and who has a copy or owes it. */
export const copyRowsList = defineList<CopyRow>({
  name: 'copy',
  statements: 'copy_row',
  table: copy,
  id: copy.id,
  changes: copyChange,
  orders: ORDERS,
  rows: ({ extraColumns, where, orderBy, limit }) =>
    db
      .select({ ...rowColumns, ...extraColumns })
      .from(copy)
      .innerJoin(book, eq(book.id, copy.bookId))
      // A copy has at most one loan that is open or owed.
      .leftJoin(loan, and(eq(loan.copyId, copy.id), isUnsettledLoan))
      .leftJoin(borrower, eq(borrower.id, loan.borrowerId))
      // A class that has a copy as a whole, or else that of the borrower.
      .leftJoin(borrowerGroup, eq(borrowerGroup.id, sql`coalesce(${loan.classId}, ${borrower.groupId})`))
      .where(where)
      .orderBy(...orderBy)
      .limit(limit),
  search: SEARCH,
})

const hasOpenLoan = sql`exists (select from loan as open where open.copy_id = copy.id
  and open.returned_at is null and open.lost_at is null)`

/** Only the copies of a book, in a state or place, not seen or lent for long, or without a label. */
export const narrowedTo = filtersOf<CopyFilter>({
  // What is found by the words of books changes with these, which are no changes of copies.
  searchTerm: (term) => (term.trim() === '' ? undefined : { condition: sql`true`, key: freeNow() }),
  bookId: (id) => eq(copy.bookId, id),
  // Loans are no changes of copies: the key of the copies on loan changes by time instead.
  condition: (one) => (one === 'onLoan' ? { condition: hasOpenLoan, key: freeNow() } : eq(copy.condition, one)),
  location: (place) => eq(copy.location, place),
  notSeenSince: (day) => {
    const since = dayStart(day, requestContext().timeZone)
    return { condition: lt(copy.seenAt, since), key: since.toISOString() }
  },
  neverLent: (years) => ({ condition: notLentFor(years), key: `${years} ${freeNow()}` }),
  label: (one) => (one === 'missing' ? isNull(copy.labelPrintedOn) : isNotNull(copy.labelPrintedOn)),
})

/** Places that a filter offers. */
const PLACES = 500

/** The places where copies stand, by name. */
export async function copyPlaces(): Promise<string[]> {
  const rows = await db
    .selectDistinct({ location: copy.location })
    .from(copy)
    .where(ne(copy.location, ''))
    .orderBy(asc(copy.location))
    .limit(PLACES)
  return rows.map(({ location }) => location)
}

/** The copies of a book, in the order of their numbers. */
export const copiesOfBook = (bookId: string): Promise<Copy[]> =>
  db.select(columns).from(copy).leftJoin(loan, isOnLoan).where(eq(copy.bookId, bookId)).orderBy(copy.sortNumber)

/** One copy; NOT_FOUND, also for a text that is no id. */
export const findCopy = async (id: string, on: Queryable | Transaction = db): Promise<Copy> =>
  requireRow(
    await on
      .select(columns)
      .from(copy)
      .leftJoin(loan, isOnLoan)
      .where(eq(copy.id, requireId(id))),
  )
