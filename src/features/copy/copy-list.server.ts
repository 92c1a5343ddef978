import { and, eq, getTableColumns, isNull } from 'drizzle-orm'
import type { Transaction } from '#db/actor.server.ts'
import { db, type Queryable } from '#db/connection/client.server.ts'
import { defineList, type Filter } from '#db/list/list.server.ts'
import { copy, copyChange } from '#db/tables/copy.ts'
import { loan } from '#db/tables/loan.ts'
import { requireId, requireRow } from '#rpc/not-found.server.ts'
import type { Copy } from './copy.schema.ts'

const { allWords: _all, walkWords: _walk, sortNumber: _sort, ...ownColumns } = getTableColumns(copy)

// A field that only the table or only the schema has does not compile.
const columns = { ...ownColumns, dueOn: loan.dueOn } satisfies Record<keyof Copy, unknown>

const isOpenLoan = and(eq(loan.copyId, copy.id), isNull(loan.returnedAt))

/** The copies as a list: sorted, counted, searched by number, place and note. */
export const copiesList = defineList<Copy>({
  name: 'copy',
  table: copy,
  id: copy.id,
  changes: copyChange,
  orders: {
    number: { keys: [copy.sortNumber] },
    added: { keys: [], isDescending: true },
  },
  rows: ({ extraColumns, where, orderBy, limit }) =>
    db
      .select({ ...columns, ...extraColumns })
      .from(copy)
      .leftJoin(loan, isOpenLoan)
      .where(where)
      .orderBy(...orderBy)
      .limit(limit),
  search: { allWords: copy.allWords, indexedWords: copy.walkWords, indexedColumns: [] },
})

/** Only the copies of a book. */
export const ofBook = ({ bookId }: { bookId?: string | undefined }): Filter => ({
  key: bookId ?? '',
  condition: bookId === undefined ? undefined : eq(copy.bookId, bookId),
})

/** The copies of a book, in the order of their numbers. */
export const copiesOfBook = (bookId: string): Promise<Copy[]> =>
  db.select(columns).from(copy).leftJoin(loan, isOpenLoan).where(eq(copy.bookId, bookId)).orderBy(copy.sortNumber)

/** One copy; NOT_FOUND, also for a text that is no id. */
export const findCopy = async (id: string, on: Queryable | Transaction = db): Promise<Copy> =>
  requireRow(
    await on
      .select(columns)
      .from(copy)
      .leftJoin(loan, isOpenLoan)
      .where(eq(copy.id, requireId(id))),
  )
