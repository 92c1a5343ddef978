import { and, asc, eq, getTableColumns, ne, sql } from 'drizzle-orm'
import type { Transaction } from '#db/actor.server.ts'
import { db, type Queryable } from '#db/connection/client.server.ts'
import { defineList, type Filter } from '#db/list/list.server.ts'
import { book } from '#db/tables/book.ts'
import { borrower, borrowerGroup } from '#db/tables/borrower.ts'
import { copy, copyChange } from '#db/tables/copy.ts'
import { isOpenLoan, isOwedLoan, isUnsettledLoan, loan } from '#db/tables/loan.ts'
import { requireId, requireRow } from '#rpc/not-found.server.ts'
import { freeNow } from '#features/loan/shared/free-copies.server.ts'
import type { CopiesSearch } from './copy-search.schema.ts'
import type { Copy, CopyRow } from './copy.schema.ts'

const { allWords: _all, walkWords: _walk, sortNumber: _sort, ...ownColumns } = getTableColumns(copy)

// A field that only the table or only the schema has does not compile.
const columns = { ...ownColumns, dueOn: loan.dueOn } satisfies Record<keyof Copy, unknown>

const rowColumns = {
  ...ownColumns,
  dueOn: sql<string | null>`case when ${isOpenLoan} then ${loan.dueOn} end`,
  title: book.title,
  author: book.author,
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
} satisfies Record<CopiesSearch['sort'], unknown>
const SEARCH = { allWords: copy.allWords, indexedWords: copy.walkWords, indexedColumns: [] }

/** The copies as a list: sorted, counted, searched by number, place and note. */
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

/** The same list for managers, with the books, and who has a copy or owes it. */
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
      // One at most is open or owed.
      .leftJoin(loan, and(eq(loan.copyId, copy.id), isUnsettledLoan))
      .leftJoin(borrower, eq(borrower.id, loan.borrowerId))
      .leftJoin(borrowerGroup, eq(borrowerGroup.id, borrower.groupId))
      .where(where)
      .orderBy(...orderBy)
      .limit(limit),
  search: SEARCH,
})

interface CopyFilter {
  bookId?: string | undefined
  condition?: CopiesSearch['condition']
  location?: string | undefined
}

/** Only the copies of a book, in a state or place. */
export const narrowedTo = ({ bookId, condition, location }: CopyFilter): Filter => ({
  // Loans are no changes of copies.
  key: JSON.stringify([bookId, condition, location, condition === 'onLoan' ? freeNow() : '']),
  condition: and(
    bookId === undefined ? undefined : eq(copy.bookId, bookId),
    condition === undefined ? undefined : condition === 'onLoan' ? hasOpenLoan : eq(copy.condition, condition),
    location === undefined ? undefined : eq(copy.location, location),
  ),
})

const hasOpenLoan = sql`exists (select from loan as open where open.copy_id = copy.id
  and open.returned_at is null and open.lost_at is null)`

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
