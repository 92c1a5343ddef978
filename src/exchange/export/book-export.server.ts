import { and, asc, eq, getTableColumns, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { db } from '#base/db/connection/client.server.ts'
import { librarySettings } from '#base/db/library-settings.server.ts'
import { conditionOf } from '#base/db/list/condition.server.ts'
import { book } from '#base/db/tables/book.ts'
import { genre } from '#base/db/tables/genre.ts'
import { copyColumns } from '#exchange/import/copy-columns.words.ts'
import { genreWord } from '#catalogue/genre/genre-name.words.ts'
import { DETAIL_PREFIX, isCopyHeader, isKnownHeader } from '#exchange/import/shared/column-names.server.ts'
import type { FileColumn } from '#base/csv/written-table.ts'
import { itemsOfCells } from '#base/formats/marc/item-fields.ts'
import { ownRecord } from '#base/formats/marc/own-record.ts'
import type { MarcRecord } from '#base/formats/marc/marc-record.ts'
import { writeRecords } from '#base/formats/marc/write-marc.server.ts'
import { COLUMNS_MAX } from '#base/formats/limits.ts'
import { writeTable } from '#base/formats/write-table.server.ts'
import { inLocale } from '#base/i18n/in-locale.server.ts'
import { getLocale } from '#base/i18n/locale.ts'
import { now } from '#base/lib/clock.ts'
import { currentContext } from '#base/lib/http/request-context.server.ts'
import { joinList } from '#base/lib/list-cell.ts'
import { lookUp } from '#base/lib/list/look-up.ts'
import type { FieldWords } from '#base/lib/noun.ts'
import { bookFilter, bookList } from '#catalogue/book/shared/book-list.server.ts'
import { detailsSchema } from '#catalogue/book/book-fields.schema.ts'
import { BLANK } from '#catalogue/book/shared/book-draft.ts'
import { fileFields } from '#catalogue/book/shared/file-fields.schema.ts'
import { bookFields } from '#catalogue/book/book-fields.words.ts'
import type { BookFilter } from '#catalogue/book/search/book-search.schema.ts'
import { COPY_LISTS, copiesOfBooks } from './book-export-copies.server.ts'
import { EXPORT_FORMATS, type ExportFormat } from './book-export.schema.ts'
import { findOriginals, originalRecord, type ExportedBook } from './original-record.server.ts'

const PAGE = 2000
/** Original records in memory at once: each may have 100 kB. */
const RECORDS_PAGE = 200
const tableColumns: Readonly<Record<string, PgColumn>> = getTableColumns(book)

/** How a field is written in a format, whose columns it makes. */
interface Written {
  columns: FileColumn[]
  /** The texts of a book, one for each column. */
  cellsOf: (values: Readonly<Record<string, unknown>>) => string[]
}

/** Formats with a fixed set of columns have the details of a book in one, and JSON lines have lists as lists. */
const keepsLists = (format: ExportFormat): boolean => format === 'jsonl'
const hasOneForDetails = (format: ExportFormat): boolean => keepsLists(format) || format.startsWith('marc')

/** The fields of an export with their labels; each detail is a column under its own name. */
function writtenFields(format: ExportFormat, details: readonly DetailColumn[], hasCopies: boolean): Written[] {
  return [...fileFields, ...(hasCopies ? Object.keys(copyColumns) : [])].map((field): Written => {
    const words = lookUp<FieldWords>(bookFields, field) ?? lookUp<FieldWords>(copyColumns, field)
    const heading = words?.label() ?? field
    if (field === 'genreId')
      return { columns: [{ field: 'genre', heading }], cellsOf: ({ genre: word }) => [String(word ?? '')] }
    if (field === 'details' && !hasOneForDetails(format))
      return {
        columns: details.map(({ name }) => ({
          field: name,
          heading: isField(name, hasCopies) ? DETAIL_PREFIX + name : name,
        })),
        cellsOf: (values) => detailCells(values.details, details),
      }
    return {
      columns: [{ field, heading, isJson: keepsLists(format) && LISTS.has(field) }],
      cellsOf: (values) => [cellOf(values[field], keepsLists(format) || field === 'details')],
    }
  })
}

/** Whether an import would take the name for that of a field. */
const isField = (name: string, hasCopies: boolean): boolean =>
  isKnownHeader(name) || (hasCopies && isCopyHeader(name)) || name.startsWith(DETAIL_PREFIX)

const LISTS = new Set([
  ...Object.entries(BLANK).flatMap(([field, value]) => (Array.isArray(value) ? [field] : [])),
  ...COPY_LISTS,
])

/** A column of a detail; `nth` is above 1 where a book has a name more than once. */
interface DetailColumn {
  name: string
  nth: number
}

/** Columns of details, beside which those of the fields have room in any format. */
const DETAIL_COLUMNS_MAX = COLUMNS_MAX - 50

/** The details of the books, the most frequent first. */
async function detailColumns(condition: SQL | undefined): Promise<DetailColumn[]> {
  const { rows } = await db.execute<{ name: string; nth: number }>(sql`
    select name, nth::int as nth from (
      select one->>'name' as name, row_number() over (partition by book.id, one->>'name' order by at) as nth
      from book cross join jsonb_array_elements(book.details) with ordinality as detail(one, at)
      where ${condition ?? sql`true`}
    ) as named group by name, nth order by count(*) desc, name, nth limit ${DETAIL_COLUMNS_MAX}`)
  return rows
}

function detailCells(stored: unknown, columns: readonly DetailColumn[]): string[] {
  const details = detailsSchema.parse(stored)
  return columns.map(({ name, nth }) => details.filter((one) => one.name === name)[nth - 1]?.value ?? '')
}

/**
 * The books of an export in the order of titles, read in pages: a slow client holds no connection. A book that moves
 * while they are read may be missing or come twice.
 */
async function* exportedBooks(condition: SQL | undefined, hasCopies: boolean): AsyncGenerator<ExportedBook[]> {
  const fields = Object.fromEntries(
    fileFields.flatMap((field) => (tableColumns[field] ? [[field, tableColumns[field]]] : [])),
  )
  for (let after: { sortTitle: string; id: string } | undefined; ;) {
    const found = await db
      .select({
        fields,
        cursor: { sortTitle: book.sortTitle, id: book.id },
        updatedAt: book.updatedAt,
        genre: { name: genre.name, slug: genre.slug, names: genre.names },
      })
      .from(book)
      .leftJoin(genre, eq(genre.id, book.genreId))
      .where(and(condition, after && sql`(${book.sortTitle}, ${book.id}) > (${after.sortTitle}, ${after.id})`))
      .orderBy(asc(book.sortTitle), asc(book.id))
      .limit(PAGE)
    const copies = hasCopies ? await copiesOfBooks(found.map(({ cursor: { id } }) => id)) : undefined
    yield found.map(({ fields: values, cursor: { id }, genre: own, updatedAt }) => ({
      ...values,
      ...copies?.get(id),
      id,
      updatedAt,
      genre: own ? genreWord(own) : '',
    }))
    after = found.at(-1)?.cursor
    if (found.length < PAGE) return
  }
}

type CellsOf = (exported: ExportedBook) => string[]

async function* exportRows(books: AsyncIterable<ExportedBook[]>, cellsOf: CellsOf): AsyncGenerator<string[][]> {
  for await (const page of books) yield page.map(cellsOf)
}

/** Each book as the record that it came in with, changed as the book was since, else as a new one. */
async function* exportRecords(
  books: AsyncIterable<ExportedBook[]>,
  columns: readonly FileColumn[],
  cellsOf: CellsOf,
  hasCopies: boolean,
): AsyncGenerator<MarcRecord[]> {
  const log = currentContext()?.log
  let damaged = 0
  for await (const page of books)
    for (let at = 0; at < page.length; at += RECORDS_PAGE) {
      const some = page.slice(at, at + RECORDS_PAGE)
      const originals = await findOriginals(some.map(({ id }) => id))
      yield some.map((one) => {
        const own = () => ownRecord(columns, cellsOf(one))
        const original = originals.get(one.id)
        try {
          const text = (field: string, value: unknown) => cellOf(value, field === 'details')
          const copies = hasCopies ? itemsOfCells((column) => cellOf(one[column], false)) : undefined
          return (original && originalRecord(original, one, own, text, copies)) ?? own()
        } catch (error) {
          // Logged once for each export: all stored records may be damaged.
          if (damaged++ === 0) log?.warn({ err: error, book: one.id }, 'The original record of a book is not exported')
          return own()
        }
      })
    }
}

/** A value as text that an import parses to the same value. */
function cellOf(value: unknown, isJson: boolean): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value))
    return value.length === 0 ? '' : isJson ? JSON.stringify(value) : joinList(value.map(String))
  return value instanceof Date ? value.toISOString() : String(value)
}

/** The books that a filter finds, as a file that an import reads again; labels and genres in the current language. */
export function exportBooks(format: ExportFormat, filter: Partial<BookFilter>): AsyncGenerator<Buffer> {
  return inLocale(getLocale(), async () => {
    const condition = await conditionOf(bookList, { searchTerm: filter.searchTerm ?? '', filter: bookFilter(filter) })
    const isRecords = format === 'marc' || format === 'marcxml'
    const hasCopies = (await librarySettings()).lending
    const written = writtenFields(format, hasOneForDetails(format) ? [] : await detailColumns(condition), hasCopies)
    const columns: FileColumn[] = [{ field: 'id', heading: 'id' }, ...written.flatMap((one) => one.columns)]
    const cellsOf: CellsOf = (exported) => [exported.id, ...written.flatMap((one) => one.cellsOf(exported))]
    const books = exportedBooks(condition, hasCopies)
    return isRecords
      ? writeRecords(format, exportRecords(books, columns, cellsOf, hasCopies))
      : writeTable(format, columns, exportRows(books, cellsOf))
  })
}

/** The name of an exported file. */
export const exportFilename = (format: ExportFormat): string =>
  `maktaba-${now().toISOString().slice(0, 10)}.${EXPORT_FORMATS[format].extension}`
