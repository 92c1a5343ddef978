import { isDeepStrictEqual } from 'node:util'
import type { ImportChoices } from '#base/db/tables/book-import.ts'
import { fieldsOf } from '#base/lib/fields-of.ts'
import { DEFAULT_CHOICES } from './import-choices.schema.ts'
import type { SeenImport } from './import.schema.ts'
import type { ImportRecord } from './run/import-write.server.ts'

/**
 * Whether a choice changes what the rows of a file become, so that they are read again; else it only says what becomes of
 * the books, or what readers see. A choice without an answer does not compile.
 */
const READS_ROWS: Readonly<Record<keyof ImportChoices, boolean>> = {
  genreId: false,
  addsGenres: true,
  changesBooks: false,
  fillsOnly: true,
  addsSimilar: false,
  turnsNames: true,
  addsSums: true,
  addsHeadings: true,
  addsHidden: true,
  editions: true,
  editionRows: true,
  leftOut: true,
  forReaders: false,
  readersTouched: false,
  genres: true,
}

/** Whether the rows of a file become something else by other choices. */
export const readsOtherwise = (before: ImportChoices, after: ImportChoices): boolean =>
  fieldsOf(READS_ROWS).some((choice) => READS_ROWS[choice] && !isDeepStrictEqual(before[choice], after[choice]))

/** The choices of an import as its page shows them. */
export function shownChoices({ choices }: Pick<ImportRecord, 'choices'>): SeenImport['choices'] {
  const { readersTouched: _, ...shown } = { ...DEFAULT_CHOICES, ...choices }
  return shown
}
