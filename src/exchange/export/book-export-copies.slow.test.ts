import { buffer } from 'node:stream/consumers'
import { asc } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { storeLibrarySettings } from '#base/db/library-settings.server.ts'
import { book } from '#base/db/tables/book.ts'
import { copy } from '#base/db/tables/copy.ts'
import { locales } from '#base/i18n/locale.ts'
import { withLocale } from '#base/i18n/request-locale.server.ts'
import { useDatabase } from '#test/database.ts'
import { aBook } from '#test/factories.ts'
import { aCopy } from '#test/lending.ts'
import { importFile } from '#test/stage-file.ts'
import { EXPORT_FORMATS, exportFormatSchema, type ExportFormat } from './book-export.schema.ts'
import { exportBooks } from './book-export.server.ts'

useDatabase()
beforeEach(async () => {
  await storeLibrarySettings({ lending: true })
  await db.delete(book)
})

const exported = (format: ExportFormat) => buffer(exportBooks(format, {}))
const copies = () =>
  db
    .select({
      bookId: copy.bookId,
      number: copy.number,
      location: copy.location,
      condition: copy.condition,
      note: copy.note,
      acquiredOn: copy.acquiredOn,
    })
    .from(copy)
    .orderBy(asc(copy.sortNumber))

async function someCopies(): Promise<void> {
  const details = [
    { name: 'Barcode', value: '77' },
    { name: 'Condition', value: 'Lost' },
    { name: 'Copies', value: 'three' },
    { name: 'Notes', value: 'Signed' },
  ]
  const [one, two, three] = [await aBook({ details }), await aBook(), await aBook()]
  await aBook()
  for (const number of ['', '-12', '007']) await aCopy({ bookId: one.id, number, location: 'Hall; left' })
  await aCopy({
    bookId: two.id,
    number: 'B-1',
    condition: 'reference',
    note: 'Torn; "blue", [gift]',
    acquiredOn: '2026-11-02',
  })
  await aCopy({ bookId: three.id, number: '1', location: 'Attic' })
  await aCopy({ bookId: three.id, number: '2', condition: 'damaged', note: '=1+1' })
}

test.each(exportFormatSchema.options.flatMap((format) => locales.map((locale) => [format, locale] as const)))(
  'Copies come back from a file in %s in %s, and details of such names as details',
  async (format, locale) => {
    await someCopies()
    const [before, books] = [await copies(), await db.select().from(book).orderBy(asc(book.id))]
    const file = await withLocale(locale, () => exported(format))
    await db.delete(book)
    const { copies: added, refused } = await importFile(file)
    expect([added, refused]).toEqual([6, 0])
    expect(await copies()).toEqual(before)
    const detailsOf = (all: typeof books) => all.map(({ id, details }) => [id, details])
    expect(detailsOf(await db.select().from(book).orderBy(asc(book.id)))).toEqual(detailsOf(books))
    expect((await importFile(file)).copies).toBe(0)
  },
)

test('A library that does not lend exports nothing of them', async () => {
  await aBook({ title: 'One' })
  await storeLibrarySettings({ lending: false })
  const formats = Object.keys(EXPORT_FORMATS) as ExportFormat[]
  const textsOf = () =>
    Promise.all(formats.filter((one) => one !== 'xlsx').map(async (one) => String(await exported(one))))
  const before = await textsOf()
  const [one] = await db.select({ id: book.id }).from(book)
  await aCopy({ bookId: one?.id ?? '', number: 'C-1' })
  expect(await textsOf()).toEqual(before)
  expect(before.join('')).not.toMatch(/copy|copies/i)
})
