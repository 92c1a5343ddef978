import { problemsOf } from '#base/i18n/issue-message.ts'
import { bookInputSchema } from '#catalogue/book/book.schema.ts'
import { DETAIL_VALUE_MAX, DETAILS_MAX, detailsSchema } from '#catalogue/book/book-fields.schema.ts'
import { copyColumns } from '../copy-columns.words.ts'
import type { ImportCopies } from '#base/db/tables/book-import.ts'
import { idSchema } from '#catalogue/book/search/book-search.schema.ts'
import { genreNameSchema } from '#catalogue/genre/genre.schema.ts'
import type { FileRow } from '#base/formats/file-table.ts'
import { CELL_MAX } from '#base/formats/limits.ts'
import { compressRecord } from '#base/formats/marc/kept-record.server.ts'
import { cutText } from '#base/formats/text/stored-text.ts'
import { joinList, listOfJson, splitList } from '#base/lib/list-cell.ts'
import { asPlainLine, asPlainText } from '#base/lib/search/text.ts'
import { materialDetails } from '../shared/material-detail.server.ts'
import { readCopies } from '../copies/read-copies.server.ts'
import { rowCompleter } from '../copies/complete-rows.server.ts'
import { maxLengthOf, FIELD_SCHEMAS } from './import-cell.server.ts'
import { readColumnDays, type DayOrder } from './read-days.ts'
import { fieldReader } from './read-field.server.ts'
import type { RowReason } from '../page/import-reason.schema.ts'
import { turnNames, unbracketed } from '#catalogue/book/shared/turn-names.server.ts'
import { decodeEntities, shorten, splitTags, withoutMarkup, withSubtitle } from './import-text.server.ts'

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
  /** The title before a subtitle from another column was joined to it. */
  plainTitle?: string
  /** What was altered, as `importRowSchema` says. */
  notes?: string[]
  /** The cells of a refused row. */
  cells?: string[]
  /** The MARC record that the row was read from, as it is stored, in base64. */
  record?: string
}

/** How the cells of a file become books. */
export interface Reading {
  /** The index of each field's column. */
  columns: Readonly<Record<string, number>>
  /** Turns authors that are written `Last, First`. */
  turnsNames: boolean
  /** Why a row is no book; not asked about rows with an id of ours. */
  noBook?: (file: FileRow) => RowReason | undefined
  /** Columns with entities of HTML. */
  entities?: readonly number[]
  /** Each copy may have its row, in which only the first says the book. */
  isTable?: boolean
  /** The columns that no field is read from, which become details by these names. */
  others: readonly { name: string; index: number }[]
  /** By field, further columns of it, which are details in the rows of which they are not read. */
  further?: Readonly<Record<string, readonly number[]>>
  /** Columns with words between commas or strokes. */
  tags?: readonly number[]
  /** The order of day and month in the column of days. */
  dayOrder?: DayOrder
}

/** Two cells of one field as one; undefined where the second stays a detail. Of other fields the first that is filled counts. */
const JOINS: Readonly<Record<string, (text: string, other: string) => string | undefined>> = {
  title: withSubtitle,
  isbn: (text, other) => (other === '' ? text : `${text}; ${other}`),
  subjects: (text, other) => joinList([...splitList(text), ...splitList(other)]),
}

/** How the cells of a column are read. The name of the genre and what is said of copies have no schema of a book. */
const readerOfColumn = ([field, index]: [field: string, index: number]) => ({
  field,
  index,
  schema: FIELD_SCHEMAS[field],
  isCopies: COPY_CELLS.has(field),
  hasLines: field === 'summary' || COPY_CELLS.has(field),
  isList: field in LISTS || COPY_CELLS.has(field),
  join: JOINS[field],
  max: field === 'title' ? Infinity : maxLengthOf(field),
  readCell: fieldReader(field),
})

/**
 * A function that reads the rows of a file: it checks their values by the schema of a book. Only the title can make a row
 * invalid; the rest is left out, and noted.
 */
export function bookReader({
  columns,
  turnsNames,
  noBook,
  entities = [],
  others,
  further = {},
  tags = [],
  isTable = false,
  dayOrder,
}: Reading): (file: FileRow) => StagedRow {
  const readers = Object.entries(columns).flatMap((column) => (column[0] === 'id' ? [] : [readerOfColumn(column)]))
  const completed = isTable ? rowCompleter(columns) : ({ cells }: FileRow) => cells

  return (file) => {
    const { row, fault, undecodable = [], withoutResult = [] } = file
    // Other programs have ids of their own, which are no UUIDs: a row with one is our own, and is read as it is stored.
    const id =
      columns.id === undefined ? undefined : idSchema.safeParse(file.cells[columns.id]?.trim().toLowerCase()).data
    const hasNoTitle = columns.title !== undefined && withoutResult.includes(columns.title)
    const none =
      fault ??
      (id === undefined ? noBook?.(file) : undefined) ??
      (hasNoTitle ? ({ kind: 'formula', field: 'title' } as const) : undefined)
    const cells = completed(file, none === undefined)
    const refuse = (reason: RowReason): StagedRow => ({ row, reason, cells: refusedCells(cells) })
    if (none) return refuse(none)
    const notes = new Set<string>()
    const noteLeft = (field: string, text: string) => void notes.add(`left-out:${field}:${cutText(text, NOTE_MAX)}`)
    const textOf = (index: number): string => {
      const text = cells[index]?.trim() ?? ''
      // The same letters in two forms would be two spellings to a search.
      const cell = id === undefined ? text.normalize('NFC') : text
      const given = entities.includes(index) ? decodeEntities(cell) : cell
      if (given.includes('\uFFFD')) notes.add('unreadable')
      return given
    }
    const input: Record<string, unknown> = {}
    const copyCells: Record<string, string> = {}
    let genreName = ''
    let plainTitle: string | undefined
    const used = new Set<number>()
    for (const { field, index, schema, isCopies, hasLines, isList, join, max, readCell } of readers) {
      if (field === 'title' && undecodable.includes(index)) return refuse({ kind: 'encoding' })
      const plainOf = (column: number): string => {
        const given = textOf(column)
        const read = hasLines ? asPlainText(given) : asPlainLine(given)
        if (read !== given) notes.add('cleaned')
        const words = tags.includes(column) ? splitTags(read) : read
        return isList ? words : (listOfJson(words)?.join(', ') ?? words)
      }
      if (withoutResult.includes(index)) notes.add(`formula:${field}`)
      let text = plainOf(index)
      for (const other of further[field] ?? []) {
        if (undecodable.includes(other)) continue
        const joined = text === '' ? plainOf(other) : join?.(text, plainOf(other))
        if (joined === undefined) continue
        if (withoutResult.includes(other)) notes.add(`formula:${field}`)
        if (field === 'title' && joined !== text) plainTitle ??= text
        text = joined
        used.add(other)
      }
      if (field === 'copyAcquired' && id === undefined) text = readColumnDays(text, dayOrder)
      if (isCopies) copyCells[field] = text
      else if (field === 'genre') genreName = text
      if (!schema) continue
      if (text === '') {
        if (id !== undefined && field !== 'title') input[field] = FIELD_DEFAULTS[field]
        continue
      }
      if (id === undefined) {
        if (field === 'subjects') text = unbracketed(text)
        if (field === 'author') text = turnsNames ? turnNames(unbracketed(text)) : unbracketed(text, ', ')
        if (field === 'summary') text = withoutMarkup(text)
      }
      if (text.length > max) {
        text = shorten(text, max)
        notes.add(field === 'author' ? 'shortened' : `shortened:${field}`)
      }
      const { value, left } = readCell(text)
      if (left !== undefined) noteLeft(field, left)
      if (value === undefined) continue
      const checked = schema.safeParse(value)
      if (checked.success) input[field] = checked.data
      else if (field === 'title') return refuse(titleReason(value))
      else noteLeft(field, text)
    }
    if (input.title === undefined) return refuse(titleReason(undefined))
    const { data: given = [] } = detailsSchema.safeParse(input.details)
    const details = [...given, ...materialDetails(file, given)].slice(0, DETAILS_MAX)
    for (const { name, index } of others) {
      // A file may have a thousand columns, of which most rows fill few.
      if (index >= cells.length && withoutResult.length === 0) break
      if (used.has(index)) continue
      if (withoutResult.includes(index)) notes.add(`formula:details:${name}`)
      const value = cells[index] ? asPlainLine(textOf(index)) : ''
      if (value === '') continue
      // Each detail is checked alone: one that cannot be stored does not lose the others.
      const checked = detailsSchema.safeParse([{ name, value: cutText(value, DETAIL_VALUE_MAX).trim() }])
      if (checked.success && details.length < DETAILS_MAX) details.push(...checked.data)
      else noteLeft('details', name)
    }
    if (details.length > 0 || (id !== undefined && others.length > 0)) input.details = details
    const { copies, left, shortened } = readCopies(copyCells, isTable && id === undefined)
    for (const [column, text] of left) noteLeft(column, text)
    for (const column of shortened) notes.add(`shortened:${column}`)
    if (file.hasOtherItems && columns.copyNumber !== undefined) notes.add('other-items')
    if (copies?.numbers?.includes('') && !copies.unlabelled) notes.add('next-number')
    const genre = genreName === '' ? undefined : genreNameSchema.safeParse(genreName)
    if (genre?.success === false) notes.add('left-out:genre')
    return {
      row,
      input,
      genre: genre?.data,
      ...(copies && { copies }),
      ...(id !== undefined && { id }),
      ...(plainTitle && { plainTitle }),
      ...(notes.size > 0 && { notes: [...notes] }),
      ...(file.record && { record: compressRecord(file.record).toString('base64') }),
    }
  }
}

/** Why a title cannot be one. */
function titleReason(title: unknown): RowReason {
  const { error } = bookInputSchema.shape.title.safeParse(title)
  return {
    kind: 'field',
    field: 'title',
    problem: problemsOf(error?.issues ?? [])[''] ?? { key: 'validation_invalid' },
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
