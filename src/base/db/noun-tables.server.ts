import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { ConstraintErrors } from '#base/errors/codes.server.ts'
import { RECORDED, type RecordedNoun } from '#nouns.ts'
import { bookChange } from './tables/book-change.ts'
import { book, bookConstraints } from './tables/book.ts'
import { borrower, borrowerChange } from './tables/borrower.ts'
import { copy, copyChange, copyConstraints } from './tables/copy.ts'
import type { ChangeTable } from './tables/columns.ts'
import { genre, genreConstraints } from './tables/genre.ts'
import { hold } from './tables/loan.ts'
import { savedView, savedViewConstraints } from './tables/saved-view.ts'
import { userChange } from './tables/user-change.ts'
import { user, userConstraints } from './tables/user.ts'

interface NounTable {
  table: PgTable & { id: PgColumn }
  /** The error for each violated constraint of the table, where no slice has it. */
  constraints?: ConstraintErrors
  /** A row for each statement that changed the table, by a trigger. */
  changes?: ChangeTable
  /** The activity can take changes of its rows back, deletions too: these are kept in `deleted_row`. */
  isRestorable?: boolean
  /** The column that leads to the row of another noun, with which its rows go and come back, and that of a `name` that a parent has once. */
  parent?: { table: PgTable; column: PgColumn; name?: PgColumn }
}

type RecordedTable = NounTable & Required<Pick<NounTable, 'changes'>>

/** The tables of each noun. */
const TABLES = {
  book: { table: book, constraints: bookConstraints, changes: bookChange },
  // A change of genres counts as one of books, whose lists show and search them.
  genre: { table: genre, constraints: genreConstraints, changes: bookChange },
  copy: {
    table: copy,
    constraints: copyConstraints,
    changes: copyChange,
    isRestorable: true,
    parent: { table: book, column: copy.bookId },
  },
  borrower: { table: borrower, changes: borrowerChange },
  // Holds are deleted and restored with their book.
  hold: { table: hold, parent: { table: book, column: hold.bookId } },
  user: { table: user, constraints: userConstraints, changes: userChange },
  view: { table: savedView, constraints: savedViewConstraints },
} satisfies Record<string, NounTable> & Record<RecordedNoun, RecordedTable>

/** The tables of the nouns that the activity records. */
export const RECORDED_TABLES: Record<RecordedNoun, RecordedTable> = TABLES

/** The nouns whose changes are taken back without code of their own. */
export const RESTORABLE = RECORDED.filter((noun) => RECORDED_TABLES[noun].isRestorable)

/** Every table whose rows belong to one of another table. */
export const CHILDREN = Object.values<NounTable>(TABLES).flatMap(({ table, parent }) =>
  parent ? [{ table, parent: parent.table, column: parent.column, name: parent.name }] : [],
)

/** The tables that count the changes of nouns. */
export const CHANGE_TABLES = [...new Set(RECORDED.map((noun) => TABLES[noun].changes))]

let ofFloors: ConstraintErrors = {}

/** Hands in the errors for violated constraints of the tables of floors above, with the slices. */
export const setFloorConstraints = (constraints: ConstraintErrors): void => void (ofFloors = constraints)

/** The error for each violated constraint of nouns, by its name. */
export const nounConstraints = (): ConstraintErrors =>
  Object.assign({}, ...Object.values<NounTable>(TABLES).map(({ constraints }) => constraints), ofFloors)
