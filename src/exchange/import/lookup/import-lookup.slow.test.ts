import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { book } from '#base/db/tables/book.ts'
import { bookImport } from '#base/db/tables/book-import.ts'
import { lookupAnswer, lookupSource } from '#base/db/tables/lookup.ts'
import { bookInputSchema } from '#catalogue/book/book.schema.ts'
import { bookRouter } from '#catalogue/book/book.router.server.ts'
import { moveClock } from '#base/lib/clock.ts'
import type { LookupSource } from '#base/lib/lookup-sources.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { useEnv } from '#test/env.ts'
import { aBook } from '#test/factories.ts'
import { type Answer, answerWith, KNOWN_ISBN, marcXml, sruAnswer, startCatalogues } from '#test/lookup-catalogues.ts'
import { importRouter } from '../import.router.server.ts'
import { findImport } from '../import.server.ts'
import { runImport } from '../run/import-runner.server.ts'
import { collectJob, collectRows } from './collect.server.ts'
import { importLookupRouter } from './import-lookup.router.server.ts'
import { lookupFields } from './import-lookup.schema.ts'

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
  for (const table of [book, bookImport, lookupAnswer, lookupSource]) await db.delete(table)
  await db.execute(sql`delete from book_import_row`)
})

/** An ISBN of 13 digits with its check digit. */
const isbnOf = (number: number): string => {
  const digits = `978${String(number).padStart(9, '0')}`
  const sum = [...digits].reduce((all, digit, at) => all + Number(digit) * (at % 2 ? 3 : 1), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

const FIELDS = ['year', 'publisher', 'language']
const start = async (fields = FIELDS) => (await manager.call(importLookupRouter.start, { fields })).id
const get = (id: string) => manager.call(importRouter.get, { id })
const rowsOf = async (id: string) => (await manager.call(importRouter.rows, { id, limit: 100 })).items
const move = (id: string, to: 'pause' | 'resume' | 'cancel' | 'undo' | 'start') =>
  manager.call(importRouter.move, { id, to })
const yearOf = async (id: string) => (await db.select({ year: book.year }).from(book).where(eq(book.id, id)))[0]?.year

/** Looks up until nothing can be done now. */
async function collected(fields = FIELDS) {
  const id = await start(fields)
  await collectRows(id)
  return get(id)
}

async function run(id: string, to: 'start' | 'undo' = 'start') {
  await move(id, to)
  await runImport(id)
  return findImport(id)
}

const published = (year: string, publisher = 'Seuil') =>
  answerWith(
    sruAnswer([
      marcXml([
        ['245', '10', ['a', 'Book of Nedjma']],
        ['264', ' 1', ['b', publisher], ['c', year]],
      ]),
    ]),
  )

const bookWithout = (title: string, isbn: string, more = {}) =>
  aBook({ title, author: 'Kateb Yacine', publisher: '', isbn: [isbn], year: null, language: null, ...more })

/** What sources know of any ISBN, and remember: none is asked then. */
const remember = (isbn: string, record: Record<string, string> | null, sources: readonly LookupSource[] = ['dnb']) =>
  db.insert(lookupAnswer).values(sources.map((source) => ({ source, isbn, record, at: new Date() })))

describe('A look-up of many books', () => {
  test('counts the books that have an ISBN and lack a field', async () => {
    await bookWithout('A', KNOWN_ISBN, { publisher: 'Seuil' })
    await bookWithout('B', isbnOf(1), { year: 1990 })
    await aBook({ title: 'C', isbn: [], year: null })
    await aBook({ title: 'D', isbn: [isbnOf(2)], year: 1990, publisher: 'P' })
    const { total, byField, sources } = await manager.call(importLookupRouter.count, { fields: ['year', 'publisher'] })
    expect([total, byField.year, byField.publisher, sources]).toEqual([2, 1, 1, ['dnb', 'bnf', 'openlibrary']])
    expect(Object.keys(byField)).toEqual(
      Object.keys(bookInputSchema.shape).filter((field) => lookupFields.includes(field)),
    )
    await expect(manager.call(importLookupRouter.count, { fields: ['title'] })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    })
  })

  test('fills in what is empty after it was seen, and is undone', async () => {
    const known = await bookWithout('Nedjma', KNOWN_ISBN, { language: 'ar' })
    await bookWithout('Unknown', isbnOf(7))
    const seen = await collected()
    expect(seen).toMatchObject({ state: 'waiting', isLookingUp: false, rows: 2, created: 0, updated: 1, unchanged: 1 })
    expect(seen).toMatchObject({
      filename: 'DNB, BnF, Open Library',
      kind: 'lookup',
      shape: null,
      lookup: { unknown: 1 },
    })
    expect(seen.fieldChanges).toEqual({
      publisher: { filled: 1, changed: 0 },
      year: { filled: 1, changed: 0 },
    })
    expect(await yearOf(known.id)).toBeNull()
    expect(await rowsOf(seen.id)).toMatchObject([
      { result: 'updated', values: { title: 'Nedjma', year: 1996 }, before: { year: null, publisher: '' } },
      { result: 'unchanged', reason: { kind: 'unknown' }, values: { title: 'Unknown' } },
    ])
    expect(await run(seen.id)).toMatchObject({ state: 'done', updated: 1, unchanged: 1, refused: 0 })
    // The first of LOOKUP decides, and a value that was there stays.
    expect(await manager.call(bookRouter.get, { id: known.id })).toMatchObject({
      title: 'Nedjma',
      year: 1996,
      publisher: 'Éd. du Seuil',
      language: 'ar',
    })
    expect(await run(seen.id, 'undo')).toMatchObject({ state: 'undone' })
    expect(await manager.call(bookRouter.get, { id: known.id })).toMatchObject({ year: null, publisher: '' })
  })

  test('takes each field from the first source that has it, and asks no more of them than are needed', async () => {
    await bookWithout('Nedjma', KNOWN_ISBN)
    catalogues.answers.set('dnb', published('n.d.', 'First'))
    catalogues.answers.set('bnf', published('1956', 'Second'))
    const { id } = await collected(['year', 'publisher'])
    expect(await rowsOf(id)).toMatchObject([{ values: { year: 1956, publisher: 'First' } }])
    expect(catalogues.asked.map(({ source }) => source)).toEqual(['dnb', 'bnf'])
  })

  test('takes nothing from a record of another book, and says which', async () => {
    const [mistyped, right] = [await bookWithout('Nedjma', isbnOf(1)), await bookWithout('Book', isbnOf(2))]
    await db
      .update(book)
      .set({ isbn: [isbnOf(9), isbnOf(2)] })
      .where(eq(book.id, right.id))
    for (const at of [1, 9])
      await remember(isbnOf(at), { title: 'Gardening', year: '2001' }, ['dnb', 'bnf', 'openlibrary'])
    await remember(isbnOf(2), { title: 'The book', year: '1996' })
    const { id, lookup } = await collected(['year'])
    expect(lookup).toMatchObject({ otherBooks: 1, unknown: 0 })
    expect(await rowsOf(id)).toMatchObject([
      { result: 'updated', values: { year: 1996 } },
      { result: 'unchanged', reason: { kind: 'other-book', title: 'Gardening' } },
    ])
    await run(id)
    expect([await yearOf(mistyped.id), await yearOf(right.id)]).toEqual([null, 1996])
  })

  test('takes nothing from a record that names only another ISBN, though its title is the same', async () => {
    await bookWithout('Nedjma', isbnOf(1))
    await remember(isbnOf(1), { title: 'Nedjma', year: '2001', isbn: KNOWN_ISBN }, ['dnb', 'bnf', 'openlibrary'])
    const { id } = await collected(['year'])
    expect(await rowsOf(id)).toMatchObject([{ result: 'unchanged', reason: { kind: 'unknown' } }])
  })

  test('does not write back what somebody clears before the start', async () => {
    const { id: bookId } = await bookWithout('Nedjma', KNOWN_ISBN, { edition: 'Second' })
    const { id } = await collected(['year'])
    expect(await rowsOf(id)).toMatchObject([{ values: { author: 'Kateb Yacine' } }])
    await db.update(book).set({ author: '', edition: '' }).where(eq(book.id, bookId))
    await run(id)
    expect(await manager.call(bookRouter.get, { id: bookId })).toMatchObject({ author: '', edition: '', year: 1996 })
  })

  test('of genres takes only one that is here', async () => {
    await bookWithout('A', isbnOf(1), { genreId: null })
    await bookWithout('B', isbnOf(2), { genreId: null })
    await remember(isbnOf(1), { title: 'A', genre: 'Nobody knows this genre' }, ['dnb', 'bnf', 'openlibrary'])
    await remember(isbnOf(2), { title: 'B', genre: 'Novel' })
    const { id, newGenres } = await collected(['genreId'])
    expect(newGenres).toEqual([])
    expect(await rowsOf(id)).toMatchObject([
      { result: 'unchanged', genre: null },
      { result: 'updated', genre: 'Novel' },
    ])
  })

  test('leaves alone what others have filled in or put into the trash meanwhile', async () => {
    const books = await Promise.all([1, 2, 3, 4].map((at) => bookWithout(`Book ${at}`, isbnOf(at))))
    for (const at of [1, 2, 3, 4]) await remember(isbnOf(at), { title: 'Book', year: '1996', publisher: 'Found' })
    const [first, second, third, fourth] = books.map(({ id }) => id)
    const set = (id = '', values: object) => db.update(book).set(values).where(eq(book.id, id))
    const id = await start(['year', 'publisher'])
    await db.delete(book).where(eq(book.id, first ?? ''))
    await collectRows(id)
    expect(await get(id)).toMatchObject({ rows: 3, updated: 3, created: 0 })
    await set(second, { year: 2001, title: 'Renamed' })
    await db.delete(book).where(eq(book.id, third ?? ''))
    expect(await run(id)).toMatchObject({ updated: 2, unchanged: 1, created: 0, refused: 0 })
    const [changed] = await db
      .select()
      .from(book)
      .where(eq(book.id, second ?? ''))
    expect(changed).toMatchObject({ year: 2001, title: 'Renamed', publisher: 'Found' })
    expect(await db.$count(book)).toBe(2)
    // The value that somebody else gave is not taken back, even if it has become the one that was found.
    await set(second, { year: 1996 })
    await run(id, 'undo')
    expect([await yearOf(second ?? ''), await yearOf(fourth ?? '')]).toEqual([1996, null])
  })

  test('looks 300 books up from what is remembered, and is for those with the permission', async () => {
    const known = { title: 'Book', year: '1996' }
    await Promise.all(
      Array.from({ length: 300 }, async (_, at) => {
        await bookWithout(`Book ${at}`, isbnOf(at))
        await remember(isbnOf(at), at % 10 === 0 ? null : known, ['dnb', 'bnf', 'openlibrary'])
      }),
    )
    const other = await as('reader')
    await expect(other.call(importLookupRouter.start, { fields: ['year'] })).rejects.toMatchObject({ status: 403 })
    const seen = await collected(['year'])
    expect(seen).toMatchObject({ rows: 300, updated: 270, unchanged: 30, lookup: { unknown: 30 } })
    expect(catalogues.asked).toEqual([])
    await run(seen.id)
    expect(await db.$count(book, eq(book.year, 1996))).toBe(270)
  })
})

describe('While books are looked up', () => {
  const many = async (count: number) => {
    for (let at = 0; at < count; at++) await bookWithout(`Book ${at}`, isbnOf(at))
  }

  test('there is one look-up, for two managers at once', async () => {
    await many(2)
    const other = await as('manager')
    const [id, same] = await Promise.all([
      start(),
      other.call(importLookupRouter.start, { fields: ['year'] }).then((made) => made.id),
    ])
    expect(same).toBe(id)
    expect((await manager.call(importRouter.list, undefined)).items).toMatchObject([{ id, isLookingUp: true }])
  })

  test('it is paused, goes on with the next book, and is stopped with what was found', async () => {
    await many(4)
    await remember(isbnOf(0), { title: 'Book', year: '1996' })
    catalogues.answers.set('dnb', (response, isbn) => {
      // Somebody pauses while the second book is asked about.
      if (isbn === isbnOf(1)) void move(id, 'pause').then(() => published('1956')(response, isbn))
      else published('1957')(response, isbn)
    })
    const id = await start(['year'])
    await collectRows(id)
    expect(await get(id)).toMatchObject({ state: 'paused', isLookingUp: true, processed: 1, rows: 4, updated: 1 })
    await collectRows(id)
    expect(catalogues.asked).toHaveLength(1)
    catalogues.answers.set('dnb', (response, isbn) => {
      // Somebody stops it while the third one is asked about.
      if (isbn === isbnOf(2)) void move(id, 'cancel').then(() => published('1957')(response, isbn))
      else published('1958')(response, isbn)
    })
    await move(id, 'resume')
    await collectRows(id)
    expect(await get(id)).toMatchObject({ state: 'waiting', isLookingUp: false, rows: 2, updated: 2 })
    // The second one had been answered before the pause.
    expect(catalogues.asked.map(({ url }) => /\d{13}/.exec(url)?.[0])).toEqual([isbnOf(1), isbnOf(2)])
    await move(id, 'cancel')
    await expect(get(id)).rejects.toMatchObject({ status: 404 })
    // Another one can begin, and has their answers.
    const again = await start(['year'])
    await collectRows(again)
    expect(await get(again)).toMatchObject({ rows: 4, updated: 4 })
    expect(catalogues.asked).toHaveLength(3)
  })

  test.each<[string, Answer]>([
    ['refused', answerWith('', 'text/xml', 500)],
    ['busy', answerWith('', 'text/xml', 429, { 'retry-after': '2' })],
    ['unreachable', (response) => void response.destroy()],
    ['slow', () => undefined],
  ])('a source that fails is waited for: %s', async (reason, answer) => {
    await many(2)
    catalogues.answers.set('dnb', answer)
    const id = await start(['year'])
    await collectRows(id)
    expect(await get(id)).toMatchObject({
      state: 'running',
      processed: 0,
      lookup: { wait: { source: 'dnb', reason, until: expect.any(Date) } },
    })
    catalogues.answers.set('dnb', published('1996'))
    moveClock(3000)
    await collectRows(id)
    expect(await get(id)).toMatchObject({ state: 'waiting', rows: 2, updated: 2, lookup: { wait: null } })
  })

  test('a source that needs a long pause is left out while others answer, else it is waited for', async () => {
    await many(2)
    const limit = answerWith('', 'text/xml', 429, { 'retry-after': '3600' })
    catalogues.answers.set('dnb', limit)
    await remember(isbnOf(0), { title: 'Book', year: '1996' }, ['bnf'])
    await remember(isbnOf(1), null, ['bnf', 'openlibrary'])
    const { id } = await collected(['year'])
    expect((await get(id)).lookup).toMatchObject({ unanswered: 1, unknown: 0 })
    expect(await rowsOf(id)).toMatchObject([
      { values: { year: 1996 }, reason: null },
      { result: 'unchanged', reason: { kind: 'unanswered', sources: ['dnb'] } },
    ])
    await db.delete(lookupAnswer)
    await db.delete(lookupSource)
    for (const source of ['bnf', 'openlibrary']) catalogues.answers.set(source, limit)
    const waiting = await collected(['year'])
    expect(waiting).toMatchObject({ state: 'running', processed: 0, lookup: { wait: { reason: 'busy' } } })
    moveClock(3_700_000)
    catalogues.answers.clear()
    await collectRows(waiting.id)
    expect(await get(waiting.id)).toMatchObject({ state: 'waiting', lookup: { unknown: 2, unanswered: 0 } })
  })

  test('a source that fails at one book for good does not hold up the others', async () => {
    await many(2)
    catalogues.answers.set('dnb', (response, isbn) =>
      (isbn === isbnOf(0) ? answerWith('', 'text/xml', 500) : published('1996'))(response, isbn),
    )
    const id = await start(['year'])
    for (let minutes = 0; minutes < 5; minutes++) {
      moveClock(minutes * 60_000)
      await collectRows(id)
    }
    expect(await get(id)).toMatchObject({ state: 'waiting', lookup: { unanswered: 1 } })
    expect(await rowsOf(id)).toMatchObject([
      { reason: { kind: 'unanswered', sources: ['dnb'] } },
      { result: 'updated', values: { year: 1996 } },
    ])
    expect(catalogues.asked.filter(({ source, url }) => source === 'dnb' && url.includes(isbnOf(0)))).toHaveLength(3)
  })

  test('an answer that cannot be read is none, and holds nothing up', async () => {
    await many(1)
    catalogues.answers.set('dnb', answerWith('<broken'))
    catalogues.answers.set('bnf', published('1996'))
    const { id } = await collected(['year'])
    expect(await rowsOf(id)).toMatchObject([{ result: 'updated', values: { year: 1996 } }])
  })

  test('it goes on after a restart of the server, by itself', async () => {
    await many(3)
    for (const at of [0, 1, 2]) await remember(isbnOf(at), { title: 'Book', year: '1996' })
    const id = await start(['year'])
    const stopping = new AbortController()
    stopping.abort()
    await collectRows(id, { signal: stopping.signal })
    expect(await get(id)).toMatchObject({ state: 'running', processed: 0 })
    const stop = collectJob.start({ info() {}, warn() {}, error() {} } as never)
    await expect.poll(async () => (await get(id)).state).toBe('waiting')
    await stop()
    expect(await get(id)).toMatchObject({ rows: 3, updated: 3 })
  })

  test('it ends when whoever began it may not import any more', async () => {
    await many(1)
    const id = await start(['year'])
    await db
      .update(bookImport)
      .set({ userId: (await as('reader')).user.id })
      .where(eq(bookImport.id, id))
    await expect(collectRows(id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(catalogues.asked).toEqual([])
  })

  test('nothing is started without such books, and its rows are not read otherwise', async () => {
    await expect(start()).rejects.toMatchObject({ code: 'IMPORT_STATE' })
    expect(await db.$count(bookImport)).toBe(0)
    await many(1)
    await remember(isbnOf(0), { title: 'Book', year: '1996' })
    const { id, choices } = await collected(['year'])
    await expect(
      manager.call(importRouter.change, { id, choices: { ...choices, fillsOnly: false } }),
    ).rejects.toMatchObject({ code: 'IMPORT_STATE' })
  })
})
