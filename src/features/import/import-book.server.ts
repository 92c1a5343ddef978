import { problemsOf } from '#i18n/issue-message.ts'
import type { Problem } from '#i18n/problem-text.ts'
import { bookInputSchema } from '#features/book/book.schema.ts'
import { AUTHOR_MAX, idSchema } from '#features/book/search/book-search.schema.ts'
import { genreNameSchema } from '#features/genre/genre.schema.ts'
import type { FileRow } from '#formats/file-table.ts'
import { CELL_MAX } from '#formats/limits.ts'
import { cutText } from '#formats/text/stored-text.ts'
import { asPlainLine } from '#lib/text.ts'
import { readCell } from './import-cell.server.ts'
import type { RowReason } from './import-reason.schema.ts'

/** The fields of a book that a file can have, without its genre, which a file names. */
export const BOOK_FIELDS = Object.keys(bookInputSchema.shape).filter((field) => field !== 'genreId')
/** The values of fields that a file leaves out. */
export const FIELD_DEFAULTS: Readonly<Record<string, unknown>> = bookInputSchema.parse({ title: '-' })

/** A row of a file as a book, or refused. */
export interface StagedRow {
  row: number
  /** Values by field. Empty cells are left out, except in a row with an `id`, where they clear the field. */
  input?: Record<string, unknown>
  genre?: string | undefined
  /** The id that the row names. */
  id?: string
  reason?: RowReason
  notes?: RowNote[]
  /** The cells of a refused row. */
  cells?: string[]
}

/** `shortened`: a long list of authors was cut; `cleaned`: line breaks or direction marks were removed. */
type RowNote = 'shortened' | 'cleaned'

/** Reads a row: checks its values by the schema of a book. `columns` has the index of each field's column. */
export function readBook(file: FileRow, columns: Readonly<Record<string, number>>): StagedRow {
  const { row, cells, fault } = file
  const refuse = (reason: RowReason): StagedRow => ({ row, reason, cells: refusedCells(cells) })
  if (fault) return refuse(fault)
  const values: Record<string, string> = {}
  const notes: RowNote[] = []
  for (const [field, index] of Object.entries(columns)) {
    // The same letters in two forms would be two spellings to a search.
    const given = cells[index]?.trim().normalize('NFC') ?? ''
    values[field] = asPlainLine(given)
    if (values[field] !== given && !notes.includes('cleaned')) notes.push('cleaned')
  }
  const { genre: genreName = '', id: givenId = '', ...texts } = values
  // Other programs have ids of their own, which are no UUIDs.
  const id = idSchema.safeParse(givenId.toLowerCase()).data
  if (texts.author && texts.author.length > AUTHOR_MAX) {
    texts.author = shortenAuthors(texts.author)
    notes.push('shortened')
  }
  const given: Record<string, unknown> = {}
  for (const [field, text] of Object.entries(texts)) {
    if (text !== '') given[field] = readCell(field, text)
    else if (id !== undefined && field !== 'title') given[field] = FIELD_DEFAULTS[field]
  }
  const read = bookInputSchema.safeParse(given)
  if (!read.success) return refuse(reasonOf(problemsOf(read.error.issues)))
  const genre = genreName === '' ? undefined : genreNameSchema.safeParse(genreName)
  if (genre?.success === false) return refuse(reasonOf({ genre: problemsOf(genre.error.issues)[''] }))
  const parsed: Record<string, unknown> = read.data
  const input = Object.fromEntries(Object.keys(given).map((field) => [field, parsed[field]]))
  return { row, input, genre: genre?.data, ...(id !== undefined && { id }), ...(notes.length > 0 && { notes }) }
}

/** The cells of a refused row as they are stored: cut to `CELL_MAX` characters altogether, and without empty ones at the end. */
export function refusedCells(cells: readonly string[]): string[] {
  const stored = cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1)
  let left = CELL_MAX
  return stored.map((cell) => {
    const text = left > 0 ? cutText(cell, left) : ''
    left -= text.length
    return text
  })
}

/** A list of authors cut after a whole name, with an ellipsis: too many authors are no reason to refuse a book. */
function shortenAuthors(authors: string): string {
  const head = authors.slice(0, AUTHOR_MAX - 2)
  const end = head.search(/[,;،]\s*[^,;،]*$/)
  return end > 0 ? `${head.slice(0, end)}, …` : `${head.toWellFormed()}…`
}

/** The first problem of a row. */
function reasonOf(problems: Record<string, Problem | undefined>): RowReason {
  const [field = '', problem] = Object.entries(problems)[0] ?? []
  return { kind: 'field', field, problem: problem ?? { key: 'validation_invalid' } }
}
