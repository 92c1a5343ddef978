import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useEmptyDatabase } from '#test/database.ts'
import { useEnv } from '#test/env.ts'
import { hasPgBouncer, startPgBouncer, type PgBouncer } from '#test/database/pgbouncer.ts'
import { urlOf } from '#test/server.ts'
import { isWorkRunning, withLock } from '../background.server.ts'
import { cancellable } from './cancellable.server.ts'
import { db } from './client.server.ts'
import { openDatabase } from './open.server.ts'

// Debian: apt-get install pgbouncer. Without it there is nothing to test through.
const reason = hasPgBouncer ? '' : ' (skipped: PgBouncer is not installed)'
const { url: directUrl } = useEmptyDatabase()
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

describe.skipIf(!hasPgBouncer)(`behind PgBouncer in transaction mode${reason}`, () => {
  let bouncer: PgBouncer
  let database: { close: () => Promise<void> }
  let manager: SignedInCaller

  beforeAll(async () => {
    const { app, folder } = inject('server')
    bouncer = await startPgBouncer(app, mkdtempSync(join(folder, 'pgbouncer-')))
    const { host, port } = bouncer
    const databaseUrl = urlOf({ ...app, database: new URL(directUrl).pathname.slice(1), host, port })
    useEnv({ DATABASE_URL: databaseUrl, DATABASE_DIRECT_URL: directUrl })
    const settings = { databaseUrl, directUrl, dataDir: folder, isBackedUpBeforeUpdate: false }
    database = await openDatabase({ settings, log: silent, seed: 'genres' })
    manager = await as('manager')
  })
  afterAll(async () => {
    await database?.close()
    await bouncer?.stop()
  })

  const listed = async (path: string): Promise<unknown> => {
    const response = await manager.request(path)
    expect(response.status).toBe(200)
    return response.json()
  }

  test('a database is migrated, seeded and written to', async () => {
    const response = await manager.request('/api/v1/books', { body: { title: 'The pool', author: 'Assia Djebar' } })
    expect(response.status).toBe(201)
    expect(await listed('/api/v1/books?searchTerm=pool')).toMatchObject({ total: 1 })
  })

  test('statements that are prepared work in whichever session they land', async () => {
    const answers = Array.from({ length: 60 }, () => listed('/api/v1/books'))
    for (const answer of await Promise.all(answers)) expect(answer).toMatchObject({ total: 1 })
  })

  test('the sessions are those of the pooler, with its limit of time', async () => {
    const sleeps = Array.from({ length: 8 }, () => db.execute(sql`select pg_backend_pid() as id, pg_sleep(0.05)`))
    const ids = (await Promise.all(sleeps)).map(({ rows }) => rows[0]?.id)
    expect(new Set(ids).size).toBeLessThanOrEqual(3)
    const { rows } = await db.execute(sql`show statement_timeout`)
    expect(rows).toEqual([{ statement_timeout: '1min' }])
  })

  test('a lock of a job is held by one, until it is done', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const first = withLock('work', () => promise)
    await expect.poll(() => isWorkRunning(db)).toBe(true)
    for (let tries = 0; tries < 10; tries++) expect(await withLock('work', async () => true)).toBeUndefined()
    resolve()
    await first
    expect(await withLock('work', async () => 'done')).toBe('done')
    expect(await isWorkRunning(db)).toBe(false)
  })

  test('a query that is given up ends in PostgreSQL, and the pooler lives on', async () => {
    const giveUp = new AbortController()
    const query = cancellable(giveUp.signal, (tx) => tx.execute(sql`select pg_sleep(30) as given_up`))
    const isRefused = expect(query).rejects.toMatchObject({ code: 'ABORTED' })
    const isRunning = async () => {
      const { rows } = await db.execute<{ found: boolean }>(sql`select exists (select from pg_stat_activity
        where state = 'active' and query like '%as given_up' and pid <> pg_backend_pid()) as found`)
      return rows[0]?.found
    }
    await expect.poll(isRunning).toBe(true)
    giveUp.abort()
    await isRefused
    expect(await isRunning()).toBe(false)
    expect(await listed('/api/v1/books')).toMatchObject({ total: 1 })
  })
})
