import { eq, getTableColumns } from 'drizzle-orm'
import type { Transaction } from '#base/db/actor.server.ts'
import { db, type Queryable } from '#base/db/connection/client.server.ts'
import { defineList } from '#base/db/list/list.server.ts'
import { shelf, shelfChange } from '#base/db/tables/shelf.ts'
import { requireId, requireRow } from '#base/rpc/not-found.server.ts'
import type { Shelf } from './shelf.schema.ts'
import type { ShelvesSearch } from './shelf-search.schema.ts'

const { allWords: _all, walkWords: _walk, sortName: _sort, nameHash: _hash, ...ownColumns } = getTableColumns(shelf)

// A field that only the table or only the schema has does not compile.
const columns = ownColumns satisfies Record<keyof Shelf, unknown>

/** The shelves as a list: sorted, counted, searched by name and note. */
export const shelvesList = defineList<Shelf>({
  name: 'shelf',
  table: shelf,
  id: shelf.id,
  changes: shelfChange,
  orders: {
    name: { keys: [shelf.sortName] },
    'name-desc': { keys: [shelf.sortName], isDescending: true },
    added: { keys: [], isDescending: true },
    'added-asc': { keys: [] },
  } satisfies Record<ShelvesSearch['sort'], unknown>,
  rows: ({ extraColumns, where, orderBy, limit }) =>
    db
      .select({ ...columns, ...extraColumns })
      .from(shelf)
      .where(where)
      .orderBy(...orderBy)
      .limit(limit),
  search: { allWords: shelf.allWords, indexedWords: shelf.walkWords, indexedColumns: [] },
})

/** One shelf; NOT_FOUND, also for a text that is no id. */
export const findShelf = async (id: string, on: Queryable | Transaction = db): Promise<Shelf> =>
  requireRow(
    await on
      .select(columns)
      .from(shelf)
      .where(eq(shelf.id, requireId(id))),
  )
