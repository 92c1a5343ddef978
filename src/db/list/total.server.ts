import { and, type SQL } from 'drizzle-orm'
import { db } from '../client.server.ts'
import { VersionedPromiseCache } from './versioned-cache.server.ts'
import type { Filter, List } from './list.server.ts'
import type { Search } from './search.server.ts'

const totals = new VersionedPromiseCache<number>(1000)

/**
 * How many rows a list has, exactly: counted once, and again after any change of the table by whoever. `version` must
 * have been read before: a change after it makes the next reader count again.
 */
export function totalOf<Row extends { id: string }>(
  listed: List<Row>,
  searchTerm: string,
  search: Search | null,
  filter: Filter,
  version: string,
): Promise<number> {
  const key = JSON.stringify([listed.name, searchTerm, filter.key])
  return totals.getOrLoad(key, version, () => count(listed, and(search?.matches, filter.condition)))
}

// Awaited here: what Drizzle gives counts again each time that it is awaited.
const count = async <Row extends { id: string }>(listed: List<Row>, where: SQL | undefined): Promise<number> =>
  await db.$count(listed.table, where)
