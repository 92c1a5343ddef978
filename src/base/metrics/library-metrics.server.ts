import type { Registry } from 'prom-client'
import { isInFuture, listBackups } from '#base/db/backup/backup-folder.server.ts'
import { clockDoubt } from '#base/db/clock/believed-clock.server.ts'
import { db, ping, poolState } from '#base/db/connection/client.server.ts'
import { tableVersion, VersionedPromiseCache } from '#base/db/list/versioned-cache.server.ts'
import { standbysOf, type Standbys } from '#base/db/replica/standbys.server.ts'
import { RECORDED_TABLES } from '#base/db/noun-tables.server.ts'
import { env } from '#base/env/env.server.ts'
import { RECORDED } from '#nouns.ts'
import { gauge } from './instruments.server.ts'

/** Counted anew only after a change: some 10 ms among 100,000 books. */
const counts = new VersionedPromiseCache<number>(RECORDED.length)

/** What is looked up when the metrics are read: the pool, whether the database answers, sizes, the newest backup. */
export function measureLibrary(registry: Registry): void {
  const connections = gauge(
    registry,
    'maktaba_database_connections',
    'Connections of the pool: open ones, idle ones among them, and how many it may open.',
    ['state'],
    () => {
      const state = poolState()
      if (!state) return
      connections.set({ state: 'open' }, state.total)
      connections.set({ state: 'idle' }, state.idle)
      connections.set({ state: 'max' }, state.max)
    },
    'sum',
  )
  const waiting = gauge(
    registry,
    'maktaba_database_waiting',
    'Requests that wait for a connection of the pool.',
    [],
    (): void => waiting.set(poolState()?.waiting ?? 0),
    'sum',
  )
  const isUp = gauge(
    registry,
    'maktaba_database_up',
    '1 if the database answers, else 0.',
    [],
    async (): Promise<void> =>
      isUp.set(
        await ping().then(
          () => 1,
          () => 0,
        ),
      ),
  )
  const takesChanges = gauge(
    registry,
    'maktaba_database_takes_changes',
    '1 if the database takes changes, 0 if it is away or read-only, as a standby is.',
    [],
    async (): Promise<void> => takesChanges.set(Number(await ping().catch(() => false))),
  )
  const standbys = gauge(
    registry,
    'maktaba_database_standbys',
    'Standbys that stream from the database, by whether changes wait for them: synchronous, other.',
    ['kind'],
    async (): Promise<void> => {
      const found = await standbysOf((question) => db.execute<Standbys>(question)).catch(() => undefined)
      // Unknown while the database does not answer.
      if (!found) return standbys.reset()
      const { count, synchronous } = found
      standbys.set({ kind: 'synchronous' }, synchronous)
      standbys.set({ kind: 'other' }, count - synchronous)
    },
  )
  const items = gauge(
    registry,
    'maktaba_items',
    'Books, genres and users in the library, without those in the trash.',
    ['noun'],
    async () => {
      for (const noun of RECORDED) {
        const count = await countOf(noun).catch(() => undefined)
        // Unknown while the database does not answer.
        if (count === undefined) items.remove({ noun })
        else items.set({ noun }, count)
      }
    },
  )
  const waits = gauge(
    registry,
    'maktaba_clean_up_waits',
    '1 while deletions by age wait, since the clock is not believed.',
    [],
    async (): Promise<void> => {
      const doubt = await clockDoubt().catch(() => null)
      // Unknown while the database does not answer.
      if (doubt === null) waits.reset()
      else waits.set(doubt ? 1 : 0)
    },
  )
  const backup = gauge(
    registry,
    'maktaba_newest_backup_timestamp_seconds',
    'When the newest backup in DATA_DIR was made, in Unix time; 0 without one. One that is dated in the future counts for nothing.',
    [],
    async () => {
      const newest = (await listBackups(env().dataDir)).find((one) => !isInFuture(one))
      backup.set((newest?.madeAt.getTime() ?? 0) / 1000)
    },
  )
}

async function countOf(noun: (typeof RECORDED)[number]): Promise<number> {
  const { table, changes } = RECORDED_TABLES[noun]
  return counts.getOrLoad(noun, await tableVersion(changes), () => db.$count(table))
}
