import { and, eq, getTableColumns, isNull, not, sql, or, type SQL } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Transaction } from '#base/db/actor.server.ts'
import { db, type Queryable } from '#base/db/connection/client.server.ts'
import { conditionOf } from '#base/db/list/condition.server.ts'
import { filtersOf } from '#base/db/list/filter.server.ts'
import { defineList } from '#base/db/list/list.server.ts'
import { beginsWord, wordsOf } from '#base/db/list/ranks.server.ts'
import { borrower, borrowerChange, borrowerGroup } from '#base/db/tables/borrower.ts'
import { isOpenLoan, isOwedLoan, loan } from '#base/db/tables/loan.ts'
import { isAmong } from '#base/db/trash.server.ts'
import { searchWords } from '#base/lib/search/fold-words.ts'
import { nameWritings } from '#lending/desk/shared/name-writings.ts'
import { requireId, requireRow } from '#base/rpc/not-found.server.ts'
import { libraryDay } from '#base/env/library-day.server.ts'
import { freeNow } from '#lending/loan/shared/free-copies.server.ts'
import type { Borrower, BorrowerFilter, borrowersChosenSchema, BorrowerRow } from '../borrower.schema.ts'
import type { BorrowersSearch, BorrowerState } from '../borrower-search.schema.ts'

const { allWords: _all, walkWords: _walk, sortName: _sort, ...ownColumns } = getTableColumns(borrower)

// A field that only the table or only the schema has does not compile.
const columns = {
  ...ownColumns,
  groupName: borrowerGroup.name,
  openLoans: sql<number>`(select count(*)::int from loan where loan.borrower_id = borrower.id and ${isOpenLoan})`,
  owes: sql<number>`(select count(*)::int from loan where loan.borrower_id = borrower.id and ${isOwedLoan})`,
} satisfies Record<keyof Borrower, unknown>

const declaration = {
  name: 'borrower',
  table: borrower,
  id: borrower.id,
  changes: borrowerChange,
  orders: {
    name: { keys: [borrower.sortName] },
    'name-desc': { keys: [borrower.sortName], isDescending: true },
    added: { keys: [], isDescending: true },
    'added-asc': { keys: [] },
  } satisfies Record<BorrowersSearch['sort'], unknown>,
  search: { allWords: borrower.allWords, indexedWords: borrower.walkWords, indexedColumns: [], named: byOtherWritings },
}

/** The borrowers as a list: sorted, counted, searched by name, card and school number. */
export const borrowersList = defineList<Borrower>({
  ...declaration,
  rows: ({ extraColumns, where, orderBy, limit }) =>
    db
      .select({ ...columns, ...extraColumns })
      .from(borrower)
      .leftJoin(borrowerGroup, eq(borrowerGroup.id, borrower.groupId))
      .where(where)
      .orderBy(...orderBy)
      .limit(limit),
})

/** The list of borrowers for managers. What is late is told from `dueDays` by the day of the answer: a prepared statement has none. */
export const borrowerRowsList = defineList<Omit<BorrowerRow, 'late'> & { dueDays: string[] }>({
  ...declaration,
  statements: 'borrower_row',
  rows: ({ extraColumns, where, orderBy, limit }) =>
    db
      .select({
        ...columns,
        dueDays: sql<
          string[]
        >`array(select due_on::text from loan where loan.borrower_id = borrower.id and ${isOpenLoan})`,
        lastSeenAt:
          sql`(select max(greatest(lent_at, returned_at)) from loan where loan.borrower_id = borrower.id)`.mapWith(
            loan.lentAt,
          ),
        ...extraColumns,
      })
      .from(borrower)
      .leftJoin(borrowerGroup, eq(borrowerGroup.id, borrower.groupId))
      .where(where)
      .orderBy(...orderBy)
      .limit(limit),
})

/** A borrower of that list, with how many books are late today. */
export function withLate<Row extends { dueDays: string[] }>({ dueDays, ...row }: Row) {
  const today = libraryDay()
  return { ...row, late: dueDays.filter((day) => day < today).length }
}

/** The borrowers with the words of a name that is written in several ways, in any of them; undefined for other searches. */
async function byOtherWritings(searchTerm: string): Promise<SQL | undefined> {
  const writings = nameWritings(searchTerm)
  if (writings.length === 1) return undefined
  const itsWords = sql`${borrower.allWords}`
  const hasWords = (writing: string) =>
    and(...wordsOf(searchWords(writing).join(' ')).map((word) => beginsWord(itsWords, word, '')))
  return or(...writings.map(hasWords))
}

const hasLoan = (where: SQL): SQL => sql`exists (select from loan where loan.borrower_id = borrower.id and ${where})`

/** The condition of each state on this day; loans are no changes of borrowers. */
const IN_STATE: Record<BorrowerState, (today: string) => SQL> = {
  late: (today) => hasLoan(sql`${isOpenLoan} and ${loan.dueOn} < ${today}::date`),
  owes: () => hasLoan(sql`${isOwedLoan}`),
  blocked: () => sql`${borrower.blockedNote} <> ''`,
  expired: (today) => sql`${borrower.expiresOn} < ${today}::date`,
  unprinted: () => isNull(borrower.cardPrintedOn),
}

/** Only the borrowers of a group, or in a state. */
export const borrowersNarrowedTo = filtersOf<Omit<BorrowerFilter, 'searchTerm'>>({
  groupId: (id) => eq(borrower.groupId, id),
  state: (state) => {
    const today = libraryDay()
    return { condition: IN_STATE[state](today), key: `${state} ${today} ${freeNow()}` }
  },
})

/** The condition that selects the borrowers of a request. */
export async function chosenBorrowers(chosen: z.output<typeof borrowersChosenSchema>): Promise<SQL | undefined> {
  if ('ids' in chosen) return eq(borrower.id, isAmong(chosen.ids))
  const { filter, except } = chosen
  const found = await conditionOf(borrowersList, { searchTerm: filter.searchTerm, filter: borrowersNarrowedTo(filter) })
  return and(found, not(eq(borrower.id, isAmong(except))))
}

/** One borrower; NOT_FOUND, also for a text that is no id. */
export const findBorrower = async (id: string, on: Queryable | Transaction = db): Promise<Borrower> =>
  requireRow(
    await on
      .select(columns)
      .from(borrower)
      .leftJoin(borrowerGroup, eq(borrowerGroup.id, borrower.groupId))
      .where(eq(borrower.id, requireId(id))),
  )
