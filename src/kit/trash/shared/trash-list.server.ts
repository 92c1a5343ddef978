import { getTableName, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { quickPage } from '#base/db/list/answered-page.server.ts'
import { defineList, type Filter, type ListDefinition } from '#base/db/list/list.server.ts'
import { countRows, rowsById } from '#base/db/list/page.server.ts'
import type { ChangeTable } from '#base/db/tables/columns.ts'
import { hasWords, withDaysLeft } from '#base/db/trash.server.ts'
import { isUuid } from '#base/lib/uuid.ts'

interface TrashDeclaration<Row extends { id: string }> {
  table: PgTable & Record<'id' | 'deletedAt', PgColumn>
  /** The changes of the noun, by which the totals of its trash are kept too: what changes the trash alone notes one. */
  changes: ChangeTable
  /** The name of the list; else that of the table. */
  name?: string
  rows: ListDefinition<Row>['rows']
  /** Which rows of the table are of the noun, where it is the table of several. */
  isOfNoun?: SQL
  /** The text in which each word of a search begins a word. */
  searched: SQL
}

interface Asked {
  searchTerm: string
  cursor?: string | undefined
  limit: number
}

/** The trash of a noun as a list, the last deleted first. */
export function defineTrashList<Row extends { id: string; deletedAt: Date }>(declaration: TrashDeclaration<Row>) {
  const { table, changes, rows, searched, isOfNoun = sql`true`, name = getTableName(table) } = declaration
  const list = defineList<Row>({
    name,
    table,
    id: table.id,
    changes,
    orders: { deleted: { keys: [table.deletedAt], isDescending: true } },
    rows,
  })
  // A condition even for all rows: without one the list would be counted by the changes of the noun.
  const filterOf = (searchTerm: string): Filter => {
    const term = searchTerm.trim()
    return term === ''
      ? { key: 'all', condition: isOfNoun }
      : { key: `words ${term}`, condition: sql`${isOfNoun} and ${hasWords(searched, term)}` }
  }
  return {
    table,
    isOfNoun,
    /** A page, without waiting for its total. */
    async page({ searchTerm, ...page }: Asked, signal: AbortSignal | undefined) {
      const query = { ...page, sort: 'deleted', searchTerm: '', filter: filterOf(searchTerm), signal }
      const { items, ...rest } = await quickPage(list, query)
      return { ...rest, items: items.map(withDaysLeft) }
    },
    /** How many a search finds, exactly. */
    count: (searchTerm: string) => countRows(list, { searchTerm: '', filter: filterOf(searchTerm) }),
    /** What was deleted under an id; undefined for one that is not in the trash, and for a text that is no id. */
    async find(id: string) {
      const [row] = isUuid(id) ? await rowsById(list, [{ id: id.toLowerCase() }]) : []
      return row && withDaysLeft(row)
    },
  }
}
export type TrashList<Row extends { id: string; deletedAt: Date }> = ReturnType<typeof defineTrashList<Row>>
