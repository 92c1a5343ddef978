import * as fc from 'fast-check'
import * as z from 'zod/mini'
import { asc, eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/connection/client.server.ts'
import { book } from '#db/tables/book.ts'
import { genre } from '#db/tables/genre.ts'
import { storeUpload } from '#db/uploads.server.ts'
import { createImport, findImport, startImport } from '#features/import/import.server.ts'
import { runImport } from '#features/import/run/import-runner.server.ts'
import { locales } from '#i18n/locale.ts'
import { withLocale } from '#i18n/request-locale.server.ts'
import { as } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook, theGenre } from '#test/factories.ts'
import { stageFile } from '#test/stage-file.ts'
import type { NamedValue } from '#lib/noun.ts'
import { descriptionOf } from '#lib/schema-meta.ts'
import { fieldsOf } from '#lib/fields-of.ts'
import { isPlainLine, isVisible } from '#lib/search/text.ts'
import { bookInputSchema } from '../book.schema.ts'
import { fileFields } from '../shared/file-fields.schema.ts'
import { exportBooks } from './book-export.server.ts'
import { EXPORT_FORMATS, exportFormatSchema } from './book-export.schema.ts'

useDatabase()

beforeEach(async () => {
  await db.delete(book)
})

/** The books with all that an export has of them. */
const rows = async () =>
  (await db.select().from(book).orderBy(asc(book.id))).map((row) =>
    pick({ ...row, details: byName(row.details) }, ['id', ...fieldsOf(bookInputSchema.shape)]),
  )

/** A file with a column for each detail has them in another order. */
const byName = (details: readonly NamedValue[]) =>
  details.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))

const pick = (row: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, row[name]]))

async function importFile(file: AsyncIterable<Buffer>) {
  const { id } = await createImport({ upload: await storeUpload('again', file), userId: null })
  await startImport(id)
  await runImport(id)
  return findImport(id)
}

async function whole(file: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of file) pieces.push(piece)
  return Buffer.concat(pieces)
}

async function* pieces(bytes: Buffer) {
  yield bytes
}

/** A text as the form of a book takes it. */
const line = (max: number) =>
  fc
    .oneof(
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.stringMatching(/^['"=+@,;|\t -]{0,4}[\w'",;= ]{0,20}$/),
      fc.constantFrom(
        '1984',
        '007',
        '=1+1',
        "'=1+1",
        "''",
        '@x',
        '-',
        'true',
        '%',
        '<b>&amp;',
        'كتاب Java 17',
        'مَدرسة',
        '$a',
        '1e5',
        '2026-01-02',
        '𝒳',
      ),
    )
    .map((text) => text.trim().slice(0, max))
    .filter((text) => isPlainLine(text))

const isbn = fc.stringMatching(/^97[89]\d{9}$/).map((twelve) => {
  const sum = [...twelve].reduce((total, digit, at) => total + (at % 2 === 0 ? 1 : 3) * Number(digit), 0)
  return `${twelve}${(10 - (sum % 10)) % 10}`
})
const filledLine = (max: number) => line(max).filter(isVisible)

/** A book with any of the optional fields, as its form takes it. */
const anyBook = fc
  .record(
    {
      title: filledLine(200),
      author: line(100),
      publisher: line(100),
      isbn: fc.uniqueArray(isbn, { maxLength: 3 }),
      year: fc.option(fc.integer({ min: 1000, max: 2027 })),
      language: fc.constantFrom(null, 'fr', 'sw', 'kab', 'ar'),
      pages: fc.option(fc.integer({ min: 1, max: 9999 })),
      edition: line(50),
      series: line(50),
      volume: line(20),
      shelfMark: line(30),
      subjects: fc.uniqueArray(fc.oneof(filledLine(50), fc.constantFrom('a;b', '["a"]', 'A, B')), { maxLength: 4 }),
      summary: fc.array(line(40), { maxLength: 4 }).map((lines) =>
        lines
          .join('\n')
          .replace(/\n{3,}/g, '\n\n')
          .trim(),
      ),
      details: fc.array(
        fc.record({
          name: fc.oneof(filledLine(30), fc.constantFrom('Year', 'titre', '=1+1', 'Donor', 'details.Year', 'id')),
          value: filledLine(40),
        }),
        { maxLength: 4 },
      ),
    },
    { requiredKeys: ['title'] },
  )
  .map((one) => bookInputSchema.parse(one))

test.each(exportFormatSchema.options)(
  '%s has every field of a book but its picture, and an import reads it again',
  async (format) => {
    // The examples of the API's document; a field that the format leaves out comes back as its default.
    const examples = Object.entries(bookInputSchema.shape)
      .filter(([field]) => fileFields.includes(field))
      .map(([field, schema]) => {
        const inner = schema instanceof z.ZodMiniDefault ? schema.def.innerType : schema
        return [field, descriptionOf(inner)?.example]
      })
    const filled = { ...Object.fromEntries(examples), genreId: (await theGenre('novel')).id }
    expect(Object.values(filled)).not.toContain(undefined)
    const { id } = await aBook(filled)
    const file = await whole(exportBooks(format, {}))
    await db.delete(book)
    await importFile(pieces(file))
    expect(await db.select().from(book)).toMatchObject([{ id, ...filled }])
  },
)

describe('An export, imported into an empty library, gives the same books', () => {
  test.each(exportFormatSchema.options)('%s', async (format) => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(anyBook, {
          minLength: 1,
          maxLength: 150,
          selector: ({ title }) => title,
        }),
        fc.constantFrom(...locales),
        async (books, locale) => {
          await db.delete(book)
          const novel = await theGenre('novel')
          await db
            .insert(book)
            .values(books.map((one, index) => ({ ...one, genreId: index % 2 === 0 ? novel.id : null })))
            .onConflictDoNothing()
          const before = await rows()
          const file = await whole(withLocale(locale, () => exportBooks(format, {})))
          await db.delete(book)
          const done = await importFile(pieces(file))
          expect(done).toMatchObject({ created: before.length, refused: 0 })
          expect(await rows()).toEqual(before)
        },
      ),
      { numRuns: 2, endOnFailure: true },
    )
  })
})

describe('The file', () => {
  const get = async (query = '', role: 'manager' | 'reader' = 'manager') =>
    (await as(role)).request(`/api/v1/books/export${query}`)

  test('has what the filter finds, in the order of titles', async () => {
    await aBook({ title: 'The Hobbit', author: 'J. R. R. Tolkien' })
    await aBook({ title: 'Emma', author: 'Jane Austen' })
    await aBook({ title: 'Persuasion', author: 'Jane Austen' })
    const response = await get('?searchTerm=austen')
    expect(response.headers.get('content-type')).toBe(EXPORT_FORMATS.csv.type)
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="maktaba-\d{4}-\d\d-\d\d\.csv"/)
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
    const titles = bytes
      .toString()
      .trim()
      .split('\r\n')
      .map((one) => one.split(',')[1])
    expect(titles).toEqual(['Title', 'Emma', 'Persuasion'])
  })

  test('has the books of an import', async () => {
    const manager = await as('manager')
    const { id } = await stageFile(manager, 'title\nCame In\n')
    await startImport(id)
    await runImport(id)
    await aBook({ title: 'Was There' })
    const response = await get(`?importId=${id}&format=jsonl`)
    const lines = (await response.text()).trim().split('\n')
    expect([response.status, lines.map((line) => JSON.parse(line).title)]).toEqual([200, ['Came In']])
  })

  test('is whole beyond a page, each book once', async () => {
    await db.execute(
      sql`insert into book (id, title) select gen_random_uuid(), 'Same ' || n from generate_series(1, 4500) n`,
    )
    const text = await (await get('?format=jsonl')).text()
    const ids = new Set(
      text
        .trim()
        .split('\n')
        .map((one) => JSON.parse(one).id),
    )
    expect(ids.size).toBe(4500)
  })

  test('is for managers, and refuses unknown formats', async () => {
    expect((await get('', 'reader')).status).toBe(403)
    expect((await get('?format=pdf')).status).toBe(400)
    const none = await (await get('?searchTerm=nothingatall')).text()
    expect(none.trim().split('\r\n')).toHaveLength(1)
  })

  test('names genres in the language of the request', async () => {
    const novel = await theGenre('novel')
    await aBook({ title: 'Nedjma', genreId: novel.id })
    const response = await (
      await as('manager')
    ).request('/api/v1/books/export', { headers: { 'accept-language': 'sw' } })
    expect(await response.text()).toContain('Riwaya')
    expect(await db.$count(genre, eq(genre.id, novel.id))).toBe(1)
  })
})
