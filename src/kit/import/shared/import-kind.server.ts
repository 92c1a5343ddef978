import type { Permission } from '#base/auth/permissions.ts'
import type { Transaction } from '#base/db/actor.server.ts'
import type { bookImport } from '#base/db/tables/book-import.ts'
import type { FileSource } from '#base/formats/file-table.ts'
import type { FileShape } from '#base/lib/file-shape.ts'
import type { RecordedNoun } from '#nouns.ts'

export type ImportRecord = typeof bookImport.$inferSelect

/**
 * The file of an import, before its rows are read.
 *
 * @public for the floors above
 */
export interface ImportFile {
  id: string
  filename: string
  source: FileSource
  /** Null for several files in one. */
  shape: FileShape | null
}

/**
 * What was read of a file.
 *
 * @public for the floors above
 */
export type StagedImport = Pick<
  ImportRecord,
  'shape' | 'header' | 'examples' | 'columns' | 'total' | 'created' | 'updated' | 'unchanged' | 'refused'
>

/**
 * How many rows of each result an import has written so far.
 *
 * @public for the floors above
 */
export type WriteCounts = Pick<ImportRecord, 'processed' | 'created' | 'updated' | 'unchanged' | 'refused'>

/**
 * What the undo of an import does, in numbers of rows of the noun.
 *
 * @public for the floors above
 */
export interface ImportUndoCounts {
  deleted: number
  restored: number
  kept: number
}

/** A refused row with its reason in the language of the request. */
export interface RefusedRow {
  at: number
  cells: string[]
  text: string
}

/**
 * A row of an import as the command line prints it.
 *
 * @public for the floors above
 */
export interface ImportLine {
  /** What became, or becomes, of the row. */
  result: string
  text: string
  /** Whether the row went as expected: such a row is printed only with `--verbose`. */
  isUnremarkable: boolean
}

/**
 * Imports of another noun than books: the floor that has it reads, previews, writes and undoes their rows. State, progress, files,
 * clean-up and the activity are those of every import. Functions that are handed a transaction run in one that has the lock of the import.
 */
export interface ImportKind {
  /** The noun. */
  about: RecordedNoun
  /** What a person needs for it, beside `catalogue:import`. */
  permissions: readonly [Permission, ...Permission[]]
  isOn: () => Promise<boolean>
  /** How a file is read whose rows are of the noun, and its header; undefined for any other, unless it `isAsked`. Throws FileFault. */
  recognise: (
    source: FileSource,
    isAsked: boolean,
  ) => Promise<{ shape: FileShape | null; header: string[] } | undefined>
  /** Reads the rows of a file and stores what becomes of each; `former` is the import that is made again. Throws FileFault. */
  stage: (tx: Transaction, file: ImportFile, former?: string) => Promise<StagedImport>
  /** Runs before the start: throws what forbids it. `seen` is the preview that the page shows. */
  starting: (tx: Transaction, record: ImportRecord, seen: string | undefined) => Promise<void>
  /** Says that a waiting import is right, although it looks as if it were not. */
  confirm: (id: string) => Promise<unknown>
  /** What became, or becomes, of each row, in the language of the request. */
  lines: (id: string) => AsyncIterable<ImportLine>
  /** Writes the rows after the `processed` ones. */
  write: (tx: Transaction, record: ImportRecord) => Promise<WriteCounts>
  /** Takes the last of the `processed` rows back. */
  undo: (tx: Transaction, record: ImportRecord) => Promise<Pick<ImportRecord, 'processed'>>
  expectUndo: (record: ImportRecord) => Promise<ImportUndoCounts>
  countUndone: (record: ImportRecord, tx?: Transaction) => Promise<ImportUndoCounts>
  /** The refused rows behind a position, a page of them. */
  refusedRows: (id: string, after: number) => Promise<RefusedRow[]>
}
