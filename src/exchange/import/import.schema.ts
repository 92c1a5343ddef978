import * as z from 'zod/mini'
import { BATCH_STATES } from '#base/lib/batch-states.ts'
import { fileEncodings, fileKinds } from '#base/lib/file-shape.ts'
import { withDescription, withSchemaName } from '#base/lib/schema-meta.ts'
import { fieldValueSchema } from '#base/lib/form/field-value.schema.ts'
import { nextCursorSchema, pageInput } from '#base/lib/list/page-input.ts'
import { importChoicesSchema } from './import-choices.schema.ts'
import { lookupStateSchema } from './lookup/import-lookup.schema.ts'
import { rowReasonSchema } from './page/import-reason.schema.ts'

const EXAMPLE_ID = '01a1fc5f-3ab8-7e21-8c44-5b2f0d9e7a11'
const count = (description: string, example: number) =>
  withDescription(z.int().check(z.minimum(0)), description, example)

const importStateSchema = z.enum(BATCH_STATES)

/** Refused rows that are stored, to be looked at and mended. The others are only counted. */
export const REFUSED_LISTED = 10_000

const rowResultSchema = z.enum(['created', 'updated', 'unchanged', 'refused'])

const encodingSchema = z.enum(fileEncodings)

/** How a file is read; recognised from its bytes, and correctable. */
export const fileShapeSchema = z.object({
  kind: z.enum(fileKinds),
  encoding: z.optional(encodingSchema),
  delimiter: z.optional(z.string().check(z.minLength(1), z.maxLength(1))),
  sheet: z.optional(z.string()),
  sheets: z.optional(z.array(z.string())),
  hasHeader: z.optional(z.boolean()),
})

const stateFields = {
  id: withDescription(z.uuid(), 'Id of the import.', EXAMPLE_ID),
  state: withDescription(
    importStateSchema,
    '`waiting` for its start; `done`, `failed` and `cancelled` imports can be undone.',
    'done',
  ),
  filename: withDescription(z.string(), 'Name of the file; of a look-up by ISBN its sources.', 'donation-2026.csv'),
  kind: withDescription(
    z.enum([...fileKinds, 'zip', 'lookup']),
    'What the file is, from its bytes; `zip` for several files in one, `lookup` for a look-up by ISBN.',
    'csv',
  ),
  about: withDescription(z.string(), 'The noun that its rows are, such as `book`.', 'book'),
  rows: count('Rows of the file; the sum of the next four.', 86),
  created: count('Rows whose book, or other noun, was added; before the start, would be.', 84),
  updated: count('Rows that changed one that was there.', 0),
  unchanged: count('Rows whose book, or other noun, was there already.', 1),
  refused: count('Rows that could not be imported.', 1),
  copies: count('Copies that were added; before the start, would be.', 0),
  undoneAt: withDescription(z.nullable(z.date()), 'When it was undone; null if it was not.', null),
}

/** The state of an import, as the API answers it. */
export const importStateAnswerSchema = withSchemaName('Import', 'An import from a file.', z.object(stateFields))

const personSchema = z.object({ id: z.uuid(), name: z.string() })

/** What the undo of an import does, in numbers of books and copies. */
export const undoCountsSchema = z.object({
  /** Books that the undo moves to the trash. */
  deleted: z.number(),
  /** Books that get their former values again. */
  restored: z.number(),
  /** Books that stay as they are, since somebody has changed them. */
  kept: z.number(),
  /** Copies that the undo deletes of books that stay. */
  copiesRemoved: z.number(),
})
export type UndoCounts = z.infer<typeof undoCountsSchema>

/** An import with all that its page shows. */
export const importSchema = z.object({
  ...stateFields,
  /** Rows that the current step has processed. An undo counts down to 0. */
  processed: z.number(),
  /** The rows are being looked up by ISBN; `updated` counts the books that were found so far. */
  isLookingUp: z.boolean(),
  /** The import is being undone, or its undo is paused or has failed. */
  isUndoing: z.boolean(),
  /** Bytes of the file. */
  size: z.number(),
  /** How the file is read; null for a look-up. */
  shape: z.nullable(fileShapeSchema),
  lookup: z.nullable(lookupStateSchema),
  header: z.array(z.string()),
  /** Some values of each column. */
  examples: z.array(z.array(z.string())),
  /** Fields that a file may have. */
  fields: z.array(z.string()),
  /** The index of the column of each field. */
  columns: z.record(z.string(), z.number()),
  /** By field, further columns that it is read from. */
  further: z.record(z.string(), z.array(z.number())),
  choices: importChoicesSchema,
  genresAdded: z.number(),
  /** Genres of the file that do not exist yet, the most frequent first. */
  newGenres: z.array(z.object({ name: z.string(), count: z.number() })),
  /** How many cells of each column are filled. */
  filled: z.array(z.number()),
  /** Authors are written `Last, First`. */
  hasTurnedNames: z.boolean(),
  /** The file looks like a list of people. */
  isListOfPeople: z.boolean(),
  /** Rows that look like sums or headings, all that look like no books, and those that are hidden in the workbook. */
  sums: z.number(),
  headings: z.number(),
  noBooks: z.number(),
  hiddenRows: z.number(),
  /** Rows of which something was altered or left out. */
  noted: z.number(),
  /** Rows that are another edition of a book here or in the file. */
  otherEditions: z.number(),
  /** In how many books that are here a field is filled, and in how many it gets another value. */
  fieldChanges: z.record(z.string(), z.object({ filled: z.number(), changed: z.number() })),
  /** Copies that are on loan by the file; they come in without a loan. */
  lentCopies: z.number(),
  /** New books to which the catalogue has a similar one; null until `compare`, and after the start. */
  similar: z.nullable(z.number()),
  /** What the undo of an undone import has done. */
  ...undoCountsSchema.shape,
  /** Books that the import had added and that the undo left alone. */
  keptAdded: z.number(),
  /** Whether the file is kept, so that an undone import can be made again. */
  hasFile: z.boolean(),
  by: z.nullable(personSchema),
  /** Who undid the import; null for a former user. */
  undoneBy: z.nullable(personSchema),
  createdAt: z.date(),
  finishedAt: z.nullable(z.date()),
})
export type Import = z.infer<typeof importSchema>

/** What is corrected before the start. */
export type Correction = Partial<Pick<Import, 'columns' | 'choices'> & { shape: NonNullable<Import['shape']> }>

export const importIdSchema = z.strictObject({
  id: withDescription(z.string(), 'Id of the import.', EXAMPLE_ID, { format: 'uuid' }),
})

export const importListSchema = z.object({
  items: z.array(
    z.pick(importSchema, {
      id: true,
      state: true,
      filename: true,
      rows: true,
      created: true,
      updated: true,
      unchanged: true,
      refused: true,
      copies: true,
      undoneAt: true,
      processed: true,
      isLookingUp: true,
      isUndoing: true,
      by: true,
      createdAt: true,
      finishedAt: true,
      kind: true,
      about: true,
    }),
  ),
})
export type ImportListItem = z.infer<typeof importListSchema>['items'][number]

/** Corrections before the start. Properties that are left out do not change. */
export const importChangeSchema = z.object({
  id: z.uuid(),
  shape: z.optional(fileShapeSchema),
  /** The index of the column of each field. */
  columns: z.optional(z.record(z.string(), z.int().check(z.minimum(0)))),
  choices: z.optional(importChoicesSchema),
})

export const importRowsInputSchema = z.object({
  id: z.uuid(),
  /**
   * Only rows with this result; `no-book` and `hidden`: of the refused those that look like no books, or are hidden in the workbook, which `refused` leaves out; `similar`:
   * new books similar to one of the catalogue; `edition`: another edition of a book here or in the file; `kept`: left alone by the undo; `noted`: something was altered or left out.
   */
  result: z.optional(z.enum([...rowResultSchema.options, 'no-book', 'hidden', 'similar', 'edition', 'kept', 'noted'])),
  cursor: z.optional(z.string().check(z.regex(/^\d{1,9}$/))),
  limit: pageInput.limit,
})

/** What can be done to an import; `cancel` discards one that waits. */
const importMoveSchema = z.enum(['start', 'pause', 'resume', 'cancel', 'undo'])

/** The columns and choices of the preview that the page shows. */
const seenImportSchema = z.object({ columns: z.record(z.string(), z.number()), choices: importChoicesSchema })
export type SeenImport = z.infer<typeof seenImportSchema>

export const importMoveInputSchema = z.object({
  id: z.uuid(),
  to: importMoveSchema,
  /** For `to: 'start'`: the preview that the page shows; of another noun its mark. */
  seen: z.optional(z.union([seenImportSchema, z.string()])),
})
export type ImportMove = z.infer<typeof importMoveSchema>

const bookRefSchema = z.object({ id: z.uuid(), title: z.string(), author: z.string() })

/**
 * What was altered or left out to make a row valid: `cleaned`, `unreadable`, `shortened` (the author), `genre-left-out`,
 * `shortened:`, `formula:` (without a result), `kept:` (a copy is here) or `left-out:` with a field, and behind another colon what of its text could not be read.
 */
export const rowNotesSchema = z.array(z.string())

/** A row with its result: expected before the start, else what happened. */
const importRowSchema = z.object({
  at: z.number(),
  /** Line of the file, row of the sheet, or number of the record. */
  row: z.number(),
  result: rowResultSchema,
  /** Values by field, or the cells of a row that could not be read. */
  values: z.record(z.string(), fieldValueSchema),
  /** The values were read: `fr` and not what stands in the file. */
  isRead: z.boolean(),
  genre: z.nullable(z.string()),
  reason: z.nullable(rowReasonSchema),
  notes: rowNotesSchema,
  /** The former values of the fields that the row changes, also of `genreId`. */
  before: z.nullable(z.record(z.string(), fieldValueSchema)),
  /** The book in the catalogue; null if it is not there. */
  book: z.nullable(bookRefSchema),
  similar: z.nullable(bookRefSchema),
  /** The row is another edition of a book here or of an earlier row. */
  isEdition: z.boolean(),
  isKept: z.boolean(),
})
export type ImportRow = z.infer<typeof importRowSchema>
export const importRowsSchema = z.object({ items: z.array(importRowSchema), nextCursor: nextCursorSchema })
