import { buffer } from 'node:stream/consumers'
import * as fc from 'fast-check'
import * as z from 'zod/mini'
import { asc, eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { book } from '#base/db/tables/book.ts'
import { genre } from '#base/db/tables/genre.ts'
import { startImport } from '#exchange/import/import.server.ts'
import { runImport } from '#exchange/import/run/import-runner.server.ts'
import { locales } from '#base/i18n/locale.ts'
import { withLocale } from '#base/i18n/request-locale.server.ts'
import { storeLibrarySettings } from '#base/db/library-settings.server.ts'
import { as } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook, theGenre } from '#test/factories.ts'
import { aCopy } from '#test/lending.ts'
import { importFile, stageFile } from '#test/stage-file.ts'
import type { NamedValue } from '#base/lib/noun.ts'
import { descriptionOf } from '#base/lib/schema-meta.ts'
import { fieldsOf } from '#base/lib/fields-of.ts'
import { bookInputSchema } from '#catalogue/book/book.schema.ts'
import { fileFields } from '#catalogue/book/shared/file-fields.schema.ts'
import { exportBooks } from './book-export.server.ts'
import { anyBook } from './any-book.test-kit.ts'
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
    const file = await buffer(exportBooks(format, {}))
    await db.delete(book)
    await importFile(file)
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
          const file = await buffer(withLocale(locale, () => exportBooks(format, {})))
          await db.delete(book)
          const done = await importFile(file)
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

  test('as JSON lines has lists as lists, also without texts, and changes nothing when it comes in again', async () => {
    await storeLibrarySettings({ lending: true })
    await aBook({ title: 'Bare' })
    const { id } = await aBook({ title: 'Full', isbn: ['9782070364237'], subjects: ['Sea'] })
    await aCopy({ bookId: id, number: 'F1' })
    const before = await rows()
    const text = await (await get('?format=jsonl')).text()
    const empty = {
      isbn: [],
      subjects: [],
      details: [],
      copyNumber: [],
      copyPlace: [],
      copyCondition: [],
      copyNote: [],
    }
    const lines = text.trim().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { title: 'Bare', ...empty, copyAcquired: [], year: '' },
      { title: 'Full', isbn: ['9782070364237'], subjects: ['Sea'], copyNumber: ['F1'] },
    ])
    // As Maktaba wrote them before.
    for (const file of [text, text.replaceAll('[]', '""')]) {
      const { unchanged, updated, created, refused } = await importFile(Buffer.from(file))
      expect({ unchanged, updated, created, refused }).toEqual({ unchanged: 2, updated: 0, created: 0, refused: 0 })
      expect(await rows()).toEqual(before)
    }
    await storeLibrarySettings({ lending: false })
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
