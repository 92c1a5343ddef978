import type { SQL } from 'drizzle-orm'
import { VersionedPromiseCache } from '#db/list/versioned-cache.server.ts'
import { tableVersion } from '#db/list/versioned-cache.server.ts'
import { CHANGE_TABLES } from '#db/noun-tables.server.ts'
import { findBursts, readBursts, type CountedEntry } from './activity-bursts.server.ts'

const LINES = 10

const recent = new VersionedPromiseCache<CountedEntry[]>(2)

/** The last ten entries; a burst of equal changes is one entry, with their number. */
export async function recentActivity(condition: SQL | undefined): Promise<CountedEntry[]> {
  const versions = await Promise.all(CHANGE_TABLES.map(tableVersion))
  return recent.getOrLoad(condition ? 'some' : 'all', versions.join(' '), async () => {
    const { bursts } = await findBursts(condition, undefined, LINES)
    return readBursts(bursts)
  })
}
