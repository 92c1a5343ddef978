import { and, asc, eq, getTableColumns, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { db } from '#db/connection/client.server.ts'
import { conditionOf } from '#db/list/condition.server.ts'
import { book } from '#db/tables/book.ts'
import { genre } from '#db/tables/genre.ts'
import { genreWord } from '#features/genre/shared/genre-word.ts'
import type { FileColumn } from '#formats/file-table.ts'
import { writeTable } from '#formats/write-table.server.ts'
import { inLocale } from '#i18n/in-locale.server.ts'
import { getLocale } from '#i18n/locale.ts'
import { now } from '#lib/clock.ts'
import { lookUp } from '#lib/list/look-up.ts'
import type { FieldWords } from '#lib/noun.ts'
import { bookFilter, bookList } from '../list/book-list.server.ts'
import { fileFields } from '../shared/file-fields.schema.ts'
import { bookFields } from '../book.words.ts'
import type { BookFilter } from '../search/book-search.schema.ts'
import { EXPORT_FORMATS, type ExportFormat } from './book-export.schema.ts'

const PAGE = 2000
const columns: Readonly<Record<string, PgColumn>> = getTableColumns(book)

/** The columns of an export: the id, by which an import finds the book again, and the fields with their labels. */
const fileColumns = (): FileColumn[] => [
  { field: 'id', heading: 'id' },
  ...fileFields.map((field) => ({
    field: field === 'genreId' ? 'genre' : field,
    heading: lookUp<FieldWords>(bookFields, field)?.label() ?? field,
  })),
]

/**
 * The rows of an export in the order of titles, read in pages: a slow client holds no connection. A book that moves
 * while they are read may be missing or come twice.
 */
async function* exportRows(condition: SQL | undefined): AsyncGenerator<string[][]> {
  const fields = Object.fromEntries(fileFields.flatMap((field) => (columns[field] ? [[field, columns[field]]] : [])))
  for (let after: { sortTitle: string; id: string } | undefined; ;) {
    const found = await db
      .select({
        fields,
        cursor: { sortTitle: book.sortTitle, id: book.id },
        genre: { name: genre.name, slug: genre.slug, names: genre.names },
      })
      .from(book)
      .leftJoin(genre, eq(genre.id, book.genreId))
      .where(and(condition, after && sql`(${book.sortTitle}, ${book.id}) > (${after.sortTitle}, ${after.id})`))
      .orderBy(asc(book.sortTitle), asc(book.id))
      .limit(PAGE)
    yield found.map(({ fields: values, cursor, genre: own }) => [
      cursor.id,
      ...fileFields.map((field) => (field === 'genreId' ? (own ? genreWord(own) : '') : cellOf(values[field]))),
    ])
    after = found.at(-1)?.cursor
    if (found.length < PAGE) return
  }
}

/** A value as text that an import parses to the same value. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return value instanceof Date ? value.toISOString() : String(value)
}

/** The books that a filter finds, as a file that an import reads again; labels and genres in the current language. */
export function exportBooks(format: ExportFormat, filter: Partial<BookFilter>): AsyncGenerator<Buffer> {
  return inLocale(getLocale(), async () => {
    const condition = await conditionOf(bookList, { searchTerm: filter.searchTerm ?? '', filter: bookFilter(filter) })
    return writeTable(format, fileColumns(), exportRows(condition))
  })
}

/** The name of an exported file. */
export const exportFilename = (format: ExportFormat): string =>
  `maktaba-${now().toISOString().slice(0, 10)}.${EXPORT_FORMATS[format].extension}`
