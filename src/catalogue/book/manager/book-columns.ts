import type { CSSProperties } from 'react'
import { formatDate, formatNumber, formatValues } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import type { SortColumn } from '#base/ui/list/sort-head.tsx'
import type { RowBook } from '../book.schema.ts'
import { bookFields } from '../book-fields.words.ts'
import { factText } from '../list/book-facts.ts'
import type { BookSort } from '../search/book-search.schema.ts'

/** The columns that a manager can choose after title and author, in their order, with their widths on a desk. */
const WIDTHS = {
  genreId: 'minmax(0,1fr)',
  publisher: 'minmax(0,1.2fr)',
  year: 'minmax(0,0.6fr)',
  language: 'minmax(0,0.9fr)',
  shelfMark: 'minmax(0,0.9fr)',
  isbn: 'minmax(0,1.3fr)',
  series: 'minmax(0,1.2fr)',
  pages: 'minmax(0,0.6fr)',
  edition: 'minmax(0,0.9fr)',
  subjects: 'minmax(0,1.4fr)',
  copies: 'minmax(0,0.8fr)',
  added: 'minmax(0,1.15fr)',
  changed: 'minmax(0,1.15fr)',
}
export type BookColumn = keyof typeof WIDTHS

export const BOOK_COLUMNS = Object.keys(WIDTHS).filter((name): name is BookColumn => name in WIDTHS)
const USUAL: readonly BookColumn[] = ['genreId', 'publisher', 'changed']
/** Most chosen columns: more would leave none of them room for a word. A narrow desk shows the first `NARROW_MAX`. */
export const CHOSEN_MAX = 6
const NARROW_MAX = 3

const inOrder = (names: readonly string[]): BookColumn[] =>
  BOOK_COLUMNS.filter((name) => names.includes(name)).slice(0, CHOSEN_MAX)

/** Whether a library has this column: that of copies is for libraries that lend. */
export const hasColumn = (column: BookColumn, isLending: boolean): boolean => column !== 'copies' || isLending

/** The columns that an address or a view names; the usual ones where it names none. Unknown names are passed over. */
export const readColumns = (text: string | undefined, isLending: boolean): readonly BookColumn[] =>
  text === undefined ? USUAL : inOrder(text.split(',')).filter((column) => hasColumn(column, isLending))

/** The text by which an address or a view names columns; undefined for the usual columns. */
export function writeColumns(columns: readonly BookColumn[]): string | undefined {
  const text = inOrder(columns).join(',')
  return text === USUAL.join(',') ? undefined : text
}

const MOMENTS = { added: 'createdAt', changed: 'updatedAt' } as const

const isMoment = (column: BookColumn): column is keyof typeof MOMENTS => column in MOMENTS

/** When a book was added or changed, where the column is one of these. */
export const momentOf = (book: RowBook, column: BookColumn): Date | undefined =>
  isMoment(column) ? book[MOMENTS[column]] : undefined

/** The name of a column. */
export function columnLabel(column: BookColumn): string {
  if (column === 'copies') return m.copy_list()
  return isMoment(column)
    ? { added: m.book_added(), changed: m.books_column_changed() }[column]
    : bookFields[column].label()
}

/** A view's columns in words. */
export const columnsText = (columns: string): string =>
  m.books_columns_of({ columns: formatValues([m.book_title(), ...readColumns(columns, true).map(columnLabel)]) })

/** How many of its copies are on the shelf; empty where it has none. */
const copiesText = ({ copies }: RowBook): string =>
  copies?.total
    ? m.own_copies({ free: formatNumber(copies.free), count: copies.total, shown: formatNumber(copies.total) })
    : ''

/** The columns with their texts: a moment as a day. */
export const columnFacts = (columns: readonly BookColumn[], timeZone: string) =>
  columns.map((column) => ({
    column,
    label: columnLabel(column),
    text: (book: RowBook): string => {
      if (column === 'copies') return copiesText(book)
      if (!isMoment(column)) return factText(book, column)
      const moment = momentOf(book, column)
      return moment ? formatDate(moment, timeZone) : ''
    },
  }))

/** The grid of a row: checkbox, cover, title and author, and the columns. */
export function gridOf(columns: readonly BookColumn[], hasSelection: boolean): CSSProperties {
  const selection = hasSelection ? '2.75rem' : '0rem'
  const widths = [`${selection} 2rem minmax(9rem,2.4fr)`, ...columns.map((column) => WIDTHS[column])]
  return {
    '--selection': selection,
    '--narrow-columns': widths.slice(0, NARROW_MAX + 1).join(' '),
    '--columns': widths.join(' '),
  }
}

/** Hides what is in no column of a narrow desk. */
export const narrowClass = (index: number): string => (index < NARROW_MAX ? '' : 'lg:max-xl:hidden')

/** By which column the list can be sorted. */
const sorts = (): Partial<Record<BookColumn | 'title' | 'author', SortColumn<BookSort>>> => ({
  title: { label: m.book_title(), ascending: 'title', descending: 'title-desc' },
  author: { label: m.book_author(), ascending: 'author', descending: 'author-desc' },
  year: { label: m.book_year(), ascending: 'year-asc', descending: 'year', first: 'descending' },
  shelfMark: { label: m.book_shelf_mark(), ascending: 'shelfMark', descending: 'shelfMark-desc' },
  added: { label: m.book_added(), ascending: 'added-asc', descending: 'added', first: 'descending' },
  changed: { label: m.books_column_changed(), ascending: 'changed-asc', descending: 'changed', first: 'descending' },
})

/** The heads of the table. */
export function columnHeads(columns: readonly BookColumn[]) {
  const { title, author, ...others } = sorts()
  const first = [title, author].filter((one) => one !== undefined)
  return [
    { sorts: first, className: 'col-start-3 ps-1' },
    ...columns.map((column, index) => {
      const sort = others[column]
      return { ...(sort ? { sorts: [sort] } : { label: columnLabel(column) }), className: narrowClass(index) }
    }),
  ]
}
