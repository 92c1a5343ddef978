import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { checkReplica, checkStandbys } from '#operations/health/check-database.server.ts'
import { findingText } from '#operations/health/finding-text.ts'
import { runBulk } from '#exchange/bulk/bulk-runner.server.ts'
import { bookBulkRouter } from '#exchange/bulk/bulk.router.server.ts'
import { settingConcerns } from '#operations/settings/shared/settings-concerns.server.ts'
import { env } from '#base/env/env.server.ts'
import { listRead } from '#base/lib/telemetry.server.ts'
import { readMetrics, startMetrics } from '#base/metrics/metrics.server.ts'
import { aKey, withKey } from '#test/api-keys.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useEnv } from '#test/env.ts'
import { request } from '#test/http.ts'
import { urlOf } from '#test/server.ts'
import { makeStandby, type Standby } from '#test/database/standby.ts'
import { withOwnClient } from '../connection/own-client.server.ts'
import { connect, db, disconnect, readDb } from '../connection/client.server.ts'
import { openEmbedded, type EmbeddedDatabase } from '../embedded/embedded.server.ts'
import { migrateDatabase } from '../migration/migrate.server.ts'
import { seedGenres } from '../seed/seed.server.ts'
import { observeReplica } from './observe-replica.server.ts'
import { openReplica, readAtReplica, replicaState } from './replica.server.ts'

const TIMES = { interval: 50, patience: 2000, freshness: 1000, most: 20_000, near: 1000 }
const lines: string[] = []
const log = { info: (line: string) => void lines.push(line), warn: (line: string) => void lines.push(line) }
const newFolder = () => mkdtempSync(join(inject('server').folder, 'replica-'))
const openCluster = () => openEmbedded({ dataDir: newFolder(), log })

let primary: EmbeddedDatabase
let standby: Standby
let manager: SignedInCaller
let reader: SignedInCaller
let close: () => Promise<void>
let pool: ReturnType<typeof connect>

const reads: { place: string; reason: string }[] = []
listRead.listen((read) => reads.push(read))

beforeAll(async () => {
  primary = await openCluster()
  await migrateDatabase(primary.connection, async (database) => void (await seedGenres(database)))
  useEnv({ DATABASE_URL: urlOf(primary.connection) })
  pool = connect(primary.connection, () => undefined)
  manager = await as('manager')
  reader = await as('reader')
  standby = await makeStandby(primary, newFolder())
  close = openReplica(primary.connection, standby.connection, log, { times: TIMES })
})
afterAll(async () => {
  await close()
  await disconnect()
  await standby.stop()
  await primary.close()
})

const used = () => expect.poll(() => replicaState()?.unused).toBeUndefined()
const unused = (reason: string) => expect.poll(() => replicaState()?.unused).toBe(reason)
/** Waits until the replica has all changes. */
async function caughtUp(): Promise<void> {
  const { rows } = await db.execute<{ lsn: string }>('select pg_current_wal_flush_lsn()::text as lsn')
  await expect.poll(() => standby.query(`select pg_last_wal_replay_lsn() >= '${rows[0]?.lsn}'`)).toBe(true)
}
async function add(title: string): Promise<void> {
  const response = await manager.request('/api/v1/books', { body: { title, author: 'Assia Djebar' } })
  expect(response.status).toBe(201)
}
async function listed(by: { request: (path: string) => Promise<Response> }, path = '/api/v1/books?sort=added') {
  const response = await by.request(path)
  expect(response.status).toBe(200)
  const { items, total }: { items: { title: string }[]; total: number } = await response.json()
  return { titles: items.map(({ title }) => title), total, place: reads.at(-1) }
}
const REPLICA = { place: 'replica', reason: '' }
const primaryFor = (reason: string) => ({ place: 'primary', reason })

describe('lists with a replica', () => {
  beforeEach(used)

  test('are read from it', async () => {
    await add('The first')
    await caughtUp()
    await expect.poll(() => listed(reader)).toEqual({ titles: ['The first'], total: 1, place: REPLICA })
    for (const path of ['/api/v1/books?searchTerm=first', '/api/v1/books/letters']) {
      expect((await reader.request(path)).status).toBe(200)
      expect(reads.at(-1)).toEqual(REPLICA)
    }
    expect(lines).toContain('Lists and searches are read from the replica')
  })

  test('show a person their own change at once, others when the replica has it, and never mix their totals', async () => {
    await listed(reader)
    await standby.pause()
    await add('The second')
    for (let round = 0; round < 5; round++) {
      expect(await listed(manager)).toMatchObject({ titles: ['The second', 'The first'], total: 2 })
      expect(reads.at(-1)).toEqual(primaryFor('own_changes'))
      expect(await listed(reader)).toEqual({ titles: ['The first'], total: 1, place: REPLICA })
      expect((await listed(manager, '/api/v1/books?searchTerm=the')).total).toBe(2)
      expect((await listed(reader, '/api/v1/books?searchTerm=the')).total).toBe(1)
    }
    await standby.resume()
    await expect.poll(() => listed(manager)).toMatchObject({ total: 2, place: REPLICA })
    expect(await listed(reader)).toMatchObject({ total: 2, place: REPLICA })
  })

  test('show what a job has written to whoever is told that it has ended', async () => {
    const { create, get, move } = bookBulkRouter
    await caughtUp()
    const operation = { kind: 'set', field: 'publisher', value: 'Julliard' } as const
    const { id } = await manager.call(create, { books: { filter: {}, except: [] }, operation })
    await manager.call(move, { id, to: 'start' })
    await expect.poll(async () => (await listed(manager)).place).toEqual(REPLICA)
    await standby.pause()
    await runBulk(id)
    expect((await listed(manager)).place).toEqual(REPLICA)
    expect(await manager.call(get, { id })).toMatchObject({ state: 'done' })
    expect((await listed(manager)).place).toEqual(primaryFor('own_changes'))
    expect((await listed(reader)).place).toEqual(REPLICA)
    await standby.resume()
    await expect.poll(async () => (await listed(manager)).place).toEqual(REPLICA)
  })

  test('know of a change at another server by the cookie', async () => {
    await caughtUp()
    await expect.poll(async () => (await listed(manager)).place).toEqual(REPLICA)
    const elsewhere = await as('manager')
    elsewhere.cookies.set('maktaba.written', 'FFFF/0')
    expect((await listed(elsewhere)).place).toEqual(primaryFor('own_changes'))
    for (const nonsense of ['', 'x', '%', '1/2/3']) {
      elsewhere.cookies.set('maktaba.written', nonsense)
      expect((await listed(elsewhere)).place).toEqual(REPLICA)
    }
    await add('For the cookie')
    expect(manager.cookies.get('maktaba.written')).toMatch(/^[0-9A-F]+\/[0-9A-F]+$/)
  })

  test('are read from the primary by a program that may change something, from the replica by one that may not', async () => {
    const writing = await aKey(manager.user)
    const reading = await aKey(manager.user, { scopes: ['book:read'] })
    await caughtUp()
    // A key's own use is written down too, which nobody waits for.
    await listed({ request: (path) => withKey(writing.key, path) })
    expect(reads.at(-1)).toEqual(primaryFor('own_changes'))
    await expect
      .poll(async () => (await listed({ request: (path) => withKey(reading.key, path) })).place)
      .toEqual(REPLICA)
  })

  test('are read again at the primary when the replica cancels a query', async () => {
    await standby.query("alter system set max_standby_streaming_delay = '10ms'")
    await standby.query('select pg_reload_conf()')
    await db.execute('create table crossing (id int)')
    await caughtUp()
    await used()
    const places: boolean[] = []
    const answer = await readAtReplica(0n, () =>
      readDb().transaction(async (tx) => {
        const { rows } = await tx.execute<{ standby: boolean }>('select pg_is_in_recovery() as standby from crossing')
        places.push(readDb() !== db)
        if (places.length === 1) {
          await db.execute('drop table crossing')
          await tx.execute(sql`select pg_sleep(20)`)
        }
        return rows.length
      }),
    ).catch((error: Error) => String(error.cause))
    // At the primary the table is gone: so that is where it was asked again.
    expect(answer).toContain('relation "crossing" does not exist')
    expect(places).toEqual([true])
    expect(reads.at(-1)).toEqual(primaryFor('failed'))
  })
})

describe('a replica', () => {
  const metric = async (name: string) => new RegExp(`^${name} (\\S+)$`, 'm').exec(await readMetrics())?.[1]
  const standbysAt = ({ connection }: Pick<Standby, 'connection'>) =>
    withOwnClient(connection, 'maktaba open', (client) => checkStandbys(client, true))
  const concerns = () => settingConcerns(env()).map(({ code }) => code)

  test('is measured, and named by doctor and the settings page', async () => {
    startMetrics()
    await used()
    await caughtUp()
    await listed(reader)
    expect(await metric('maktaba_replica_used')).toBe('1')
    expect(Number(await metric('maktaba_replica_lag_seconds'))).toBeLessThan(20)
    expect(await readMetrics()).toMatch(/^maktaba_list_reads_total\{place="\w+",reason="\w*"\} 1$/m)
    expect(concerns()).not.toContain('replica')
    expect(await metric('maktaba_database_standbys\\{kind="other"\\}')).toBe('1')
    expect(await checkReplica(primary.connection, standby.connection)).toMatchObject({ state: 'good' })
    expect(await standbysAt(primary)).toMatchObject([{ code: 'standbys', values: { count: 1, synchronous: 0 } }])
    expect(await standbysAt(standby)).toMatchObject([{ code: 'database_read_only', state: 'fault' }])
    await standby.stop()
    await unused('silent')
    expect([await metric('maktaba_replica_used'), await metric('maktaba_replica_lag_seconds')]).toEqual([
      '0',
      undefined,
    ])
    expect(concerns()).toContain('replica')
    const finding = await checkReplica(primary.connection, standby.connection)
    expect([finding.state, findingText(finding)]).toEqual([
      'warning',
      expect.stringMatching(/^Replica: not used, it does not answer; /),
    ])
    await standby.start()
    await used()
  })
})

describe('without a primary', () => {
  beforeEach(used)
  const health = async (path: string) => {
    const response = await request(`/api/health/${path}`)
    return [response.status, await response.json()]
  }

  test('lists go on at the replica, for whoever was signed in; changes are refused, and health tells both', async () => {
    await caughtUp()
    const { titles } = await listed(reader)
    expect(await health('write')).toEqual([200, { status: 'ok', database: 'ok' }])
    pool.refuse(true)
    expect(await listed(reader)).toMatchObject({ titles, place: REPLICA })
    const refused = await manager.request('/api/v1/books', { body: { title: 'Later', author: 'Assia Djebar' } })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await health('ready')).toEqual([200, { status: 'ok', database: 'read_only' }])
    expect(await health('write')).toEqual([503, { status: 'unavailable', database: 'read_only' }])
    pool.refuse(false)
    await add('Later')
  })

  test('a server whose database is a standby can answer, and not write', async () => {
    pool = connect(standby.connection, () => undefined)
    expect(await health('ready')).toEqual([200, { status: 'ok', database: 'read_only' }])
    expect(await health('write')).toEqual([503, { status: 'unavailable', database: 'read_only' }])
    await disconnect()
    pool = connect(primary.connection, () => undefined)
  })
})

describe('a replica that fails', () => {
  beforeEach(used)

  test('is not noticed when it is killed, and used again when it is back', async () => {
    await caughtUp()
    const { total } = await listed(reader)
    const killed = standby.kill()
    for (const end = performance.now() + 3000; performance.now() < end;)
      expect((await listed(reader)).total).toBe(total)
    await killed
    await unused('silent')
    expect(lines.at(-1)).toMatch(/^The replica at DATABASE_REPLICA_URL is not used, it does not answer\. /)
    expect((await listed(reader)).place).toEqual(primaryFor('unused'))
    await standby.start()
    await used()
    await expect.poll(async () => (await listed(reader)).place).toEqual(REPLICA)
  })

  test('is not used while it is too far behind', async () => {
    await close()
    close = openReplica(primary.connection, standby.connection, log, { times: { ...TIMES, most: 300, near: 100 } })
    await used()
    await standby.pause()
    await add('Not yet there')
    await unused('behind')
    expect((await listed(reader)).titles).toContain('Not yet there')
    expect(replicaState()?.behind).toBeGreaterThan(300)
    await standby.resume()
    await used()
  })

  test('is not used by a server that starts while it stands still, whose lag nobody knows', async () => {
    await caughtUp()
    await standby.pause()
    await add('Before the start')
    const { unused: why } = await observeReplica(primary.connection, standby.connection)
    expect(why).toBe('unknown')
    await standby.resume()
    expect(await observeReplica(primary.connection, standby.connection)).toMatchObject({ unused: undefined })
  })
})

describe('what is no replica of this database', () => {
  test('is not used: one of another database', async () => {
    const other = await openCluster()
    const foreign = await makeStandby(other, newFolder())
    expect((await observeReplica(primary.connection, foreign.connection)).unused).toBe('other_database')
    expect((await observeReplica(primary.connection, other.connection)).unused).toBe('not_standby')
    await foreign.stop()
    await other.close()
  })

  test('is not used: one that was promoted, and with that as the primary one that still follows the old one', async () => {
    await used()
    const left = await makeStandby(primary, newFolder())
    expect((await observeReplica(primary.connection, left.connection)).unused).toBeUndefined()
    await standby.promote()
    expect((await observeReplica(standby.connection, left.connection)).unused).toBe('other_timeline')
    await left.stop()
    await unused('not_standby')
    expect(lines.at(-1)).toMatch(/it is no standby: it was promoted/)
    expect((await listed(reader)).place).toEqual(primaryFor('unused'))
  })
})
