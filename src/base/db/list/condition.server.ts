import { sql, type SQL } from 'drizzle-orm'
import type { Filter, List } from './list.server.ts'
import { listCondition, searchOf } from './search.server.ts'
import { tableVersion } from './versioned-cache.server.ts'

/** The condition of all rows that a search and a filter find, for work on all of them; undefined without both. */
export async function conditionOf<Row extends { id: string }>(
  list: List<Row>,
  { searchTerm, filter }: { searchTerm: string; filter: Filter },
): Promise<SQL | undefined> {
  const search = await searchOf(list, searchTerm, await tableVersion(list.changes))
  return search === 'none' ? sql`false` : listCondition(search, filter)
}
