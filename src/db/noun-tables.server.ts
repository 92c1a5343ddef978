import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { ConstraintErrors } from '#errors/codes.server.ts'
import { RECORDED, type RecordedNoun } from '#nouns.ts'
import { bookChange } from './tables/book-change.ts'
import { book, bookConstraints } from './tables/book.ts'
import {
  borrower,
  borrowerChange,
  borrowerConstraints,
  borrowerGroup,
  borrowerGroupConstraints,
} from './tables/borrower.ts'
import { copy, copyChange, copyConstraints, lendingNumberConstraints } from './tables/copy.ts'
import type { ChangeTable } from './tables/columns.ts'
import { genre, genreConstraints } from './tables/genre.ts'
import { hold, holdConstraints, loan, loanConstraints } from './tables/loan.ts'
import { savedView, savedViewConstraints } from './tables/saved-view.ts'
import { userChange } from './tables/user-change.ts'
import { user, userConstraints } from './tables/user.ts'

interface NounTable {
  table: PgTable & { id: PgColumn }
  /** The error for each violated constraint of the table. */
  constraints: ConstraintErrors
  /** A row for each statement that changed the table, by a trigger. */
  changes?: ChangeTable
  /** Its deleted rows are kept in `deleted_row`, so that the activity can take its changes back; others have a trash of their own. */
  isRestorable?: boolean
  /** The column that leads to the row of another noun, with which its rows go and come back. */
  parent?: { table: PgTable; column: PgColumn }
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
  borrower: {
    table: borrower,
    constraints: { ...borrowerConstraints, ...lendingNumberConstraints },
    changes: borrowerChange,
  },
  group: { table: borrowerGroup, constraints: borrowerGroupConstraints },
  loan: { table: loan, constraints: loanConstraints },
  // They go with their book and come back with it.
  hold: { table: hold, constraints: holdConstraints, parent: { table: book, column: hold.bookId } },
  user: { table: user, constraints: userConstraints, changes: userChange },
  view: { table: savedView, constraints: savedViewConstraints },
} satisfies Record<string, NounTable> & Record<RecordedNoun, RecordedTable>

/** The tables of the nouns that the activity records. */
export const RECORDED_TABLES: Record<RecordedNoun, RecordedTable> = TABLES

/** The nouns whose changes are taken back without code of their own. */
export const RESTORABLE = RECORDED.filter((noun) => RECORDED_TABLES[noun].isRestorable)

/** Every table whose rows belong to one of another table. */
export const CHILDREN = Object.values<NounTable>(TABLES).flatMap(({ table, parent }) =>
  parent ? [{ table, parent: parent.table, column: parent.column }] : [],
)

/** The tables that count the changes of nouns. */
export const CHANGE_TABLES = [...new Set(RECORDED.map((noun) => TABLES[noun].changes))]

/** The error for each violated constraint of nouns, by its name. */
export const NOUN_CONSTRAINTS: ConstraintErrors = Object.assign(
  {},
  ...Object.values(TABLES).map(({ constraints }) => constraints),
)
