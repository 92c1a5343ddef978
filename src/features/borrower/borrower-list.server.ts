import { and, eq, getTableColumns, sql, or, type SQL } from 'drizzle-orm'
import type { Transaction } from '#db/actor.server.ts'
import { db, type Queryable } from '#db/connection/client.server.ts'
import { defineList, type Filter } from '#db/list/list.server.ts'
import { beginsWord, wordsOf } from '#db/list/ranks.server.ts'
import { borrower, borrowerChange, borrowerGroup } from '#db/tables/borrower.ts'
import { isOpenLoan, isOwedLoan } from '#db/tables/loan.ts'
import { searchWords } from '#lib/search/fold-words.ts'
import { nameWritings } from '#lib/search/name-writings.ts'
import { requireId, requireRow } from '#rpc/not-found.server.ts'
import type { Borrower } from './borrower.schema.ts'
import type { BorrowersSearch } from './borrower-search.schema.ts'

const { allWords: _all, walkWords: _walk, sortName: _sort, ...ownColumns } = getTableColumns(borrower)

// A field that only the table or only the schema has does not compile.
const columns = {
  ...ownColumns,
  groupName: borrowerGroup.name,
  openLoans: sql<number>`(select count(*)::int from loan where loan.borrower_id = borrower.id and ${isOpenLoan})`,
  owes: sql<number>`(select count(*)::int from loan where loan.borrower_id = borrower.id and ${isOwedLoan})`,
} satisfies Record<keyof Borrower, unknown>

/** The borrowers as a list: sorted, counted, searched by name, card and school number. */
export const borrowersList = defineList<Borrower>({
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
  rows: ({ extraColumns, where, orderBy, limit }) =>
    db
      .select({ ...columns, ...extraColumns })
      .from(borrower)
      .leftJoin(borrowerGroup, eq(borrowerGroup.id, borrower.groupId))
      .where(where)
      .orderBy(...orderBy)
      .limit(limit),
  search: { allWords: borrower.allWords, indexedWords: borrower.walkWords, indexedColumns: [], named: byOtherWritings },
})

/** The borrowers with the words of a name that is written in several ways, in any of them; undefined for other searches. */
async function byOtherWritings(searchTerm: string): Promise<SQL | undefined> {
  const writings = nameWritings(searchTerm)
  if (writings.length === 1) return undefined
  const itsWords = sql`${borrower.allWords}`
  const hasWords = (writing: string) =>
    and(...wordsOf(searchWords(writing).join(' ')).map((word) => beginsWord(itsWords, word, '')))
  return or(...writings.map(hasWords))
}

/** Only the borrowers of a group. */
export const ofGroup = ({ groupId }: { groupId?: string | undefined }): Filter => ({
  key: groupId ?? '',
  condition: groupId === undefined ? undefined : eq(borrower.groupId, groupId),
})

/** One borrower; NOT_FOUND, also for a text that is no id. */
export const findBorrower = async (id: string, on: Queryable | Transaction = db): Promise<Borrower> =>
  requireRow(
    await on
      .select(columns)
      .from(borrower)
      .leftJoin(borrowerGroup, eq(borrowerGroup.id, borrower.groupId))
      .where(eq(borrower.id, requireId(id))),
  )
