import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { FileShape } from '#base/lib/file-shape.ts'
import type { RecordedNoun } from '#nouns.ts'
import { batchColumns } from './batch-columns.ts'
import { bytes, instant } from './columns.ts'

/** What the person chose before the start. */
export interface ImportChoices {
  /** The genre of new books whose row names none. */
  genreId: string | null
  /** Adds genres that do not exist; otherwise their books get none. */
  addsGenres: boolean
  /** Changes the books of the catalogue whose values differ from those of the file. */
  changesBooks: boolean
  /** Of the books of the catalogue, changes only fields without a value. */
  fillsOnly: boolean
  /** Adds books although a similar one exists. */
  addsSimilar: boolean
  /** Turns authors that are written `Last, First`. */
  turnsNames: boolean
  /** Reads rows that look like sums as books. */
  addsSums: boolean
  /** Reads rows that look like headings of sections as books. */
  addsHeadings: boolean
  /** Reads rows that are hidden in a workbook. */
  addsHidden: boolean
  /**
   * What becomes of rows that are another edition of a book, and of some by their position: they are added, their ISBN is
   * added to that book, or they are refused.
   */
  editions: 'add' | 'isbn' | 'leave'
  editionRows: Record<string, ImportChoices['editions']>
  /** The columns that are not kept, by their index; all others that no field is read from become details. */
  leftOut: number[]
  forReaders: number[]
  /** Columns whose tick in `forReaders` a person has changed; for others the proposal of the start holds. */
  readersTouched?: number[]
  /** What becomes of a genre of the file that does not exist: another one instead of it, or null for none. */
  genres: Record<string, string | null>
}

/** What the rows of a file are like. */
export interface ImportFindings {
  /** How many cells of each column are filled. */
  filled: number[]
  /** Whether authors are written `Last, First`. */
  hasTurnedNames: boolean
  /** In how many books that are here a field is filled, and in how many it gets another value. */
  fieldChanges?: Record<string, { filled: number; changed: number }>
  /** How many copies are on loan by the file; no loan is made of that. */
  lentCopies?: number
}

/** What is looked up for books that are here, and how far that is. */
export interface ImportLookup {
  /** The fields that are filled in where they are empty. */
  fields: string[]
  /** Milliseconds that a book takes; 0 before the first. */
  pace: number
  /** The source that is waited for, why, and until when (ISO 8601). */
  wait?: { source: string; reason: string; until: string }
  /** How often sources have failed at the current book. */
  tries?: number
}

/** What a row says of the copies of its book, and the ids of those that the import has added. */
export interface ImportCopies {
  /** How many copies of the book there are at least. */
  count?: number
  /** The number on the label of each copy; an empty text for a copy that gets the next free number. */
  numbers?: string[]
  /** The row has no number, and is a copy only if other rows of its book say so. */
  unlabelled?: boolean
  /** The place of each number, or one for all; likewise their states, notes, and the days they were acquired on. */
  places?: string[]
  conditions?: string[]
  notes?: string[]
  days?: string[]
  /** How many of the copies are on loan by the file. */
  lent?: number
  added?: string[]
}

/** An import of books from a file, which is the upload with the same id until the import ends. */
export const bookImport = pgTable(
  'book_import',
  {
    ...batchColumns(),
    /** The noun that its rows are: `book`, or one of another floor, whose rows are stored there (`ImportKind`). */
    about: text().$type<RecordedNoun>().notNull().default('book'),
    /** Name of the file; of a look-up the names of its sources. */
    filename: text().notNull(),
    /** Bytes. */
    size: integer().notNull(),
    /** Null for a look-up, which has no file, and for several files in one. */
    shape: jsonb().$type<FileShape>(),
    /** The look-up of an import whose rows are looked up by ISBN; else null. */
    lookup: jsonb().$type<ImportLookup>(),
    header: jsonb().$type<string[]>().notNull(),
    /** Some values of each column, by which a person can tell what it contains. */
    examples: jsonb().$type<string[][]>().notNull().default([]),
    findings: jsonb().$type<ImportFindings>().notNull().default({ filled: [], hasTurnedNames: false }),
    /** The index of the column of each field. */
    columns: jsonb().$type<Record<string, number>>().notNull(),
    choices: jsonb().$type<ImportChoices>().notNull(),
    created: integer().notNull().default(0),
    updated: integer().notNull().default(0),
    unchanged: integer().notNull().default(0),
    refused: integer().notNull().default(0),
    /** Copies that the import would add; once it writes, the copies that it has added. */
    copies: integer().notNull().default(0),
    /** Ids of the genres that the import added. */
    genresAdded: jsonb().$type<string[]>().notNull().default([]),
    /** Whether the catalogue has been searched for similar books. */
    isCompared: boolean().notNull().default(false),
    undoneAt: instant(),
    /** Who asked for the undo; null without one, or when that user was deleted for good. */
    undoneBy: uuid(),
  },
  (table) => [
    index('book_import_created_at_index').on(table.createdAt),
    // One look-up at a time: the sources take one question after the other.
    uniqueIndex('book_import_collect_key')
      .on(table.step)
      .where(sql`${table.step} = 'collect'`),
  ],
)

export const ROW_RESULTS = ['created', 'updated', 'unchanged', 'refused'] as const

/**
 * A row of an import's file. `result` is the expected one until the row is processed, then the actual one. No foreign
 * keys: checking them would take as long as inserting the rows. Deleted together with the import.
 */
export const bookImportRow = pgTable(
  'book_import_row',
  {
    importId: uuid().notNull(),
    /** Position among the rows, from 0. */
    at: integer().notNull(),
    /** Line of a text file on which it begins, row of a sheet, or number of a record, from 1. */
    row: integer().notNull(),
    result: text({ enum: ROW_RESULTS }).notNull(),
    /** The values of the file by column of `book`, without empty cells; null for an invalid row. */
    input: jsonb().$type<Record<string, unknown>>(),
    copies: jsonb().$type<ImportCopies>(),
    /** Name of the genre, and its id if it existed when the file was read. */
    genre: text(),
    genreId: uuid(),
    /** The id of the matching book of the catalogue, or the id that a new book gets. */
    bookId: uuid(),
    /** Whether the row has the id of a book; otherwise it is matched by title and author. */
    hasId: boolean().notNull().default(false),
    titleHash: bytes(),
    /** The book of the catalogue, or of an earlier row, of which it is another edition. */
    editionOf: uuid(),
    /** A book of the catalogue that may be the same. */
    similarId: uuid(),
    /** Why the row is refused or changes nothing, as `RowReason`. */
    reason: jsonb().$type<unknown>(),
    /** What was altered to make the row valid. */
    notes: text().array(),
    /** The cells of a refused row, for the file of refused rows. */
    cells: jsonb().$type<string[]>(),
    /** The MARC record that the row was read from, compressed (`unpackRecord`). */
    record: bytes(),
    /** The former values of a changed book. */
    before: jsonb().$type<Record<string, unknown>>(),
    /** The version of the book that the import wrote; null until then. */
    version: integer(),
    /** Why the undo left the book alone, or a part of it; null if it did not. */
    kept: text({ enum: ['changed', 'taken', 'missing'] }),
  },
  (table) => [
    primaryKey({ columns: [table.importId, table.at] }),
    index('book_import_row_book_id_index').on(table.bookId),
  ],
)
