import { VersionedPromiseCache } from '#base/db/list/versioned-cache.server.ts'
import { tableVersion } from '#base/db/list/versioned-cache.server.ts'
import { CHANGE_TABLES } from '#base/db/noun-tables.server.ts'
import { findBursts, readBursts, type CountedEntry } from './activity-bursts.server.ts'
import { visibleTo } from './activity-filter.server.ts'

const LINES = 10

const recent = new VersionedPromiseCache<CountedEntry[]>(10)

/** The last ten entries that a role may see; a burst of equal changes is one entry, with their number. */
export async function recentActivity(role: string): Promise<CountedEntry[]> {
  const versions = await Promise.all(CHANGE_TABLES.map(tableVersion))
  return recent.getOrLoad(role, versions.join(' '), async () => {
    const { bursts } = await findBursts(visibleTo(role), undefined, LINES)
    return readBursts(bursts)
  })
}
