import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { bookImport, bookImportRow } from '#base/db/tables/book-import.ts'
import { book } from '#base/db/tables/book.ts'
import { lookupAnswer, lookupSource } from '#base/db/tables/lookup.ts'
import { env } from '#base/env/env.server.ts'
import { moveClock } from '#base/lib/clock.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { useEnv } from '#test/env.ts'
import { aBook } from '#test/factories.ts'
import { answerWith, startCatalogues } from '#test/lookup-catalogues.ts'
import { discardDrafts } from '../import-drafts.server.ts'
import { importRouter } from '../import.router.server.ts'
import { findImport } from '../import.server.ts'
import { collectJob, collectRows } from './collect.server.ts'
import { importLookupRouter } from './import-lookup.router.server.ts'

const catalogues = await startCatalogues()
afterAll(() => catalogues.close())
useEnv({ ...catalogues.settings, LOOKUP: 'dnb, bnf, openlibrary' })
useDatabase()

let manager: SignedInCaller
beforeEach(async () => {
  moveClock(0)
  manager = await as('manager')
  catalogues.asked.length = 0
  catalogues.answers.clear()
  for (const table of [book, bookImport, bookImportRow, lookupAnswer, lookupSource]) await db.delete(table)
})

const ISBNS = ['9782020229425', '9789973193278'] as const
const [FIRST_ISBN] = ISBNS
const SOURCES = ['dnb', 'bnf', 'openlibrary'] as const
const limit = answerWith('', 'text/xml', 429, { 'retry-after': '3600' })

const start = async (fields: string[]) => (await manager.call(importLookupRouter.start, { fields })).id
const get = (id: string) => manager.call(importRouter.get, { id })
const move = (id: string, to: 'cancel' | 'undo') => manager.call(importRouter.move, { id, to })

/** Begins to look up two books, of which the first one is remembered. */
async function startTwo() {
  for (const [at, isbn] of ISBNS.entries()) await aBook({ title: `Book ${at}`, isbn: [isbn], year: null })
  await db
    .insert(lookupAnswer)
    .values({ source: 'dnb', isbn: FIRST_ISBN, record: { title: 'Book', year: '1996' }, at: new Date() })
  return start(['year'])
}

const runJob = () => collectJob.start({ info() {}, warn() {}, error() {} } as never)

describe('A look-up ends', () => {
  test('at once when it is stopped while a source is waited for', async () => {
    for (const source of SOURCES) catalogues.answers.set(source, limit)
    const id = await startTwo()
    const stop = runJob()
    await expect.poll(async () => (await get(id)).lookup?.wait?.reason).toBe('busy')
    await move(id, 'cancel')
    await expect.poll(async () => (await get(id)).state, { timeout: 4000 }).toBe('waiting')
    await stop()
    expect(await get(id)).toMatchObject({ rows: 1, updated: 1, lookup: { wait: null } })
  })

  test('without LOOKUP, with what was found, though a source was waited for', async () => {
    for (const source of SOURCES) catalogues.answers.set(source, limit)
    const id = await startTwo()
    await collectRows(id)
    const { lookup } = env()
    const { sources } = lookup
    Object.assign(lookup, { sources: [] })
    const stop = runJob()
    try {
      await expect.poll(async () => (await get(id)).state, { timeout: 4000 }).toBe('waiting')
    } finally {
      Object.assign(lookup, { sources })
      await stop()
    }
  })

  test('when a source fails after the stop', async () => {
    const id = await startTwo()
    for (const source of ['dnb', 'bnf']) catalogues.answers.set(source, limit)
    catalogues.answers.set('openlibrary', (response, isbn) => void move(id, 'cancel').then(() => limit(response, isbn)))
    await collectRows(id)
    expect(await get(id)).toMatchObject({ state: 'waiting', rows: 1, lookup: { wait: null } })
  })

  test('as if it had not been when it is stopped before the first answer', async () => {
    const id = await startTwo()
    await move(id, 'cancel')
    await expect(get(id)).rejects.toMatchObject({ status: 404 })
    expect(await db.$count(bookImportRow)).toBe(0)
  })

  test('once: a stop leaves alone the import that has become of it meanwhile', async () => {
    const id = await startTwo()
    await db.update(bookImport).set({ processed: 1 })
    const stopped = await db.transaction(async (tx) => {
      await tx.update(bookImport).set({ step: 'write' })
      const stopping = move(id, 'cancel').catch((error: unknown) => error)
      // It has read the former step, and waits for this transaction.
      await expect.poll(() => db.$count(sql`pg_locks`, sql`not granted`)).toBe(1)
      return { stopping }
    })
    expect(await stopped.stopping).toMatchObject({ code: 'IMPORT_STATE' })
    expect(await findImport(id)).toMatchObject({ state: 'running', total: 2 })
  })

  test('after a failure with what was found, or discarded; it is not undone', async () => {
    const fail = () => db.update(bookImport).set({ state: 'failed', finishedAt: new Date(), failure: 'x' })
    const id = await startTwo()
    await db
      .update(bookImportRow)
      .set({ input: { year: 1996 } })
      .where(eq(bookImportRow.at, 0))
    await db.update(bookImport).set({ processed: 1, updated: 1 })
    await fail()
    expect(await start(['year'])).toBe(id)
    await expect(move(id, 'undo')).rejects.toMatchObject({ code: 'IMPORT_STATE' })
    await move(id, 'cancel')
    await collectRows(id)
    expect(await get(id)).toMatchObject({ state: 'waiting', finishedAt: null, rows: 1, updated: 1 })
    const other = await start(['year'])
    await fail()
    await move(other, 'cancel')
    await expect(get(other)).rejects.toMatchObject({ status: 404 })
    // One that would fail again when its preview is made.
    const last = await start(['year'])
    await db.update(bookImport).set({ processed: 2 }).where(eq(bookImport.id, last))
    await fail()
    await move(last, 'cancel')
    await expect(get(last)).rejects.toMatchObject({ status: 404 })
  })

  test('as a preview that is kept for a week', async () => {
    const id = await startTwo()
    await collectRows(id)
    const daysAgo = (days: number) =>
      db.update(bookImport).set({ createdAt: sql`now() - make_interval(days => ${days})` })
    await daysAgo(6)
    await discardDrafts()
    expect(await get(id)).toMatchObject({ state: 'waiting' })
    await daysAgo(8)
    await discardDrafts()
    await expect(get(id)).rejects.toMatchObject({ status: 404 })
  })
})
