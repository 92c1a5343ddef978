import { locales } from '#i18n/locale.ts'
import { m } from '#i18n/paraglide/messages.js'
import { problemsOf } from '#i18n/issue-message.ts'
import type { Problem } from '#i18n/problem-text.ts'
import { bookInputSchema } from '#features/book/book.schema.ts'
import { DETAIL_NAME_MAX, DETAIL_VALUE_MAX, DETAILS_MAX } from '#features/book/book-fields.schema.ts'
import { copyColumns } from '#features/copy/shared/copy-columns.words.ts'
import type { ImportCopies } from '#db/tables/book-import.ts'
import { idSchema } from '#features/book/search/book-search.schema.ts'
import { genreNameSchema } from '#features/genre/genre.schema.ts'
import type { FileRow } from '#formats/file-table.ts'
import { CELL_MAX } from '#formats/limits.ts'
import { compressRecord } from '#formats/marc/kept-record.server.ts'
import { cutText } from '#formats/text/stored-text.ts'
import { listOfJson } from '#lib/list-cell.ts'
import type { NamedValue } from '#lib/noun.ts'
import { asPlainLine, asPlainText } from '#lib/search/text.ts'
import { DETAIL_PREFIX } from '../shared/column-names.server.ts'
import { readCopies } from '../copies/read-copies.server.ts'
import { maxLengthOf } from './import-cell.server.ts'
import { readFieldCell } from './read-field.server.ts'
import type { RowReason } from '../page/import-reason.schema.ts'
import { turnNames } from '#features/book/shared/turn-names.server.ts'
import { decodeEntities, isSumRow, unbracketed } from './import-text.server.ts'

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
  copies?: ImportCopies
  /** The id that the row names. */
  id?: string
  reason?: RowReason
  /** What was altered, as `importRowSchema` says. */
  notes?: string[]
  /** The cells of a refused row. */
  cells?: string[]
  /** The MARC record that it was read from, as it is stored, in base64. */
  record?: string
}

/** How the cells of a file become books. */
export interface Reading {
  /** The index of each field's column. */
  columns: Readonly<Record<string, number>>
  /** Turns authors that are written `Last, First`. */
  turnsNames: boolean
  /** Reads rows that look like sums as books. */
  addsSums: boolean
  /** Columns with entities of HTML. */
  entities: readonly number[]
  /** The columns that no field is read from, which become details by these names. */
  others: readonly { name: string; index: number }[]
}

/** Reads a row: checks its values by the schema of a book. Only the title can make it invalid; the rest is left out, and noted. */
export function readBook(file: FileRow, { columns, turnsNames, addsSums, entities, others }: Reading): StagedRow {
  const { row, cells, fault, undecodable = [] } = file
  const refuse = (reason: RowReason): StagedRow => ({ row, reason, cells: refusedCells(cells) })
  if (fault) return refuse(fault)
  // Other programs have ids of their own, which are no UUIDs: a row with one is our own, and is read as it is stored.
  const id = idSchema.safeParse(cells[columns.id ?? -1]?.trim().toLowerCase()).data
  if (id === undefined && !addsSums && isSumRow(cells)) return refuse({ kind: 'sum' })
  const values: Record<string, string> = {}
  const notes = new Set<string>()
  const textOf = (index: number): string => {
    const text = cells[index]?.trim() ?? ''
    // The same letters in two forms would be two spellings to a search.
    const cell = id === undefined ? text.normalize('NFC') : text
    const given = entities.includes(index) ? decodeEntities(cell) : cell
    if (given.includes('\uFFFD')) notes.add('unreadable')
    return given
  }
  for (const [field, index] of Object.entries(columns)) {
    if (field === 'title' && undecodable.includes(index)) return refuse({ kind: 'encoding' })
    const given = textOf(index)
    const isLines = field === 'summary' || COPY_CELLS.has(field)
    const read = isLines ? asPlainText(given) : asPlainLine(given)
    values[field] = field in LISTS || COPY_CELLS.has(field) ? read : (listOfJson(read)?.join(', ') ?? read)
    if (read !== given) notes.add('cleaned')
  }
  const details: NamedValue[] = []
  for (const { name, index } of others) {
    // A file may have a thousand columns, of which most rows fill few.
    if (index >= cells.length) break
    const value = cells[index] ? asPlainLine(textOf(index)) : ''
    if (value !== '') details.push({ name, value: cutText(value, DETAIL_VALUE_MAX).trim() })
  }
  const { genre: genreName = '', id: _, ...all } = values
  const texts = Object.fromEntries(Object.entries(all).filter(([field]) => !COPY_CELLS.has(field)))
  if (texts.author && id === undefined) {
    texts.author = unbracketed(texts.author)
    if (turnsNames) texts.author = turnNames(texts.author)
  }
  for (const [field, text] of Object.entries(texts)) {
    const max = field === 'title' ? Infinity : maxLengthOf(field)
    if (text.length <= max) continue
    texts[field] = shorten(text, max)
    notes.add(field === 'author' ? 'shortened' : `shortened:${field}`)
  }
  const given: Record<string, unknown> = {}
  for (const [field, text] of Object.entries(texts)) {
    if (text !== '') {
      const { value, left } = readFieldCell(field, text)
      if (value !== undefined) given[field] = value
      if (left !== undefined) notes.add(`left-out:${field}:${cutText(left, NOTE_MAX)}`)
    } else if (id !== undefined && field !== 'title') given[field] = FIELD_DEFAULTS[field]
  }
  if (details.length > 0) {
    const known: unknown = given.details
    given.details = [...(Array.isArray(known) ? known : []), ...details].slice(0, DETAILS_MAX)
    for (const { name } of details.slice(DETAILS_MAX)) notes.add(`left-out:details:${name}`)
  } else if (id !== undefined && others.length > 0) given.details ??= FIELD_DEFAULTS.details
  let read = bookInputSchema.safeParse(given)
  if (!read.success) {
    const problems = problemsOf(read.error.issues)
    if (problems.title) return refuse({ kind: 'field', field: 'title', problem: problems.title })
    for (const field of Object.keys(problems)) {
      delete given[field]
      notes.add(`left-out:${field}:${cutText(texts[field] ?? '', NOTE_MAX)}`)
    }
    read = bookInputSchema.safeParse(given)
    if (!read.success) return refuse(reasonOf(problemsOf(read.error.issues)))
  }
  const { copies, left, shortened } = readCopies(values)
  for (const [column, text] of left) notes.add(`left-out:${column}:${cutText(text, NOTE_MAX)}`)
  for (const column of shortened) notes.add(`shortened:${column}`)
  const genre = genreName === '' ? undefined : genreNameSchema.safeParse(genreName)
  if (genre?.success === false) notes.add('left-out:genre')
  const parsed: Record<string, unknown> = read.data
  const input = Object.fromEntries(Object.keys(given).map((field) => [field, parsed[field]]))
  return {
    row,
    input,
    genre: genre?.data,
    ...(copies && { copies }),
    ...(id !== undefined && { id }),
    ...(notes.size > 0 && { notes: [...notes] }),
    ...(file.record && { record: compressRecord(file.record).toString('base64') }),
  }
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

/** Characters of a note about what could not be read. */
const NOTE_MAX = 100

/** Cells about copies, in which several lines may be several copies. */
const COPY_CELLS = new Set(Object.keys(copyColumns))

/** The fields that are lists. */
const LISTS = Object.fromEntries(Object.entries(FIELD_DEFAULTS).filter(([, value]) => Array.isArray(value)))

/** The last column of the file of refused rows, which says why they were. */
const isReason = (heading: string): boolean => REASONS.has(heading)
const REASONS = new Set<string>(locales.map((locale) => m.import_reason({}, { locale })))

/** The columns of a file that no field is read from and that are not left out, by their names. */
export const otherColumns = (
  header: readonly string[],
  columns: Readonly<Record<string, number>>,
  leftOut: readonly number[],
): { name: string; index: number }[] => {
  const read = new Set([...Object.values(columns), ...leftOut])
  return header.flatMap((heading, index) =>
    read.has(index) || isReason(heading)
      ? []
      : [{ name: detailName(heading) || m.import_column_number({ number: index + 1 }), index }],
  )
}

const detailName = (heading: string): string => {
  const name = asPlainLine(heading)
  return cutText(name.startsWith(DETAIL_PREFIX) ? name.slice(DETAIL_PREFIX.length) : name, DETAIL_NAME_MAX).trim()
}

/** A list of names cut after a whole name, with an ellipsis. */
function shorten(names: string, max: number): string {
  const head = names.slice(0, max - 2)
  const end = head.search(/[,;،]\s*[^,;،]*$/)
  return end > 0 ? `${head.slice(0, end)}, …` : `${head.toWellFormed()}…`
}

/** The first problem of a row. */
function reasonOf(problems: Record<string, Problem | undefined>): RowReason {
  const [field = '', problem] = Object.entries(problems)[0] ?? []
  return { kind: 'field', field, problem: problem ?? { key: 'validation_invalid' } }
}
