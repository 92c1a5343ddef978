import type { SQL } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Permission } from '#base/auth/permissions.ts'
import type { CurrentSession } from '#base/auth/session/session.server.ts'
import type { Transaction } from '#base/db/actor.server.ts'
import type { Job } from '#base/db/background.server.ts'
import { setCanLend } from '#base/db/library-settings.server.ts'
import { setFloorConstraints } from '#base/db/noun-tables.server.ts'
import { setFloorErrors, type ConstraintErrors, type ErrorRow } from '#base/errors/codes.server.ts'
import type { Activity, ActivityEntry } from './activity/activity.schema.ts'
import type { Entry } from './activity/shared/former-values.server.ts'
import type { Undone } from './activity/undo/undo.schema.ts'
import type { ImportKind } from './import/shared/import-kind.server.ts'
import type { ViewList } from './view/view.schema.ts'

/** What was taken back, with the mails to send once it is committed. */
export type UndoOutcome = Undone & { notify?: () => Promise<unknown> }

/** How a kind of change is taken back. */
export interface Undo {
  /** What the caller needs to take such a change back. */
  permission: Permission
  /** What the undo needs: that the item exists, that it was deleted, or either. */
  needs: 'item' | 'deleted' | 'either'
  /** Takes back entries on different items. */
  run: (tx: Transaction, entries: readonly Entry[], session: CurrentSession) => Promise<UndoOutcome[]>
}

/** Deletes what has lasted as long as it may. */
export type CleanUp = (ends: {
  /** The moment so many milliseconds ago. */
  before: (milliseconds: number) => Date
  /** What was moved to the trash before this moment is deleted for good. */
  trashEnd: Date
  /** Security events from before this moment are deleted. */
  logEnd: Date
}) => Promise<unknown>

/**
 * What becomes of what belongs to a book, when that is deleted, restored, merged or taken apart. In the same transaction.
 *
 * @public for the floors above
 */
export interface BookFacts {
  /** Runs before the books of a condition on `book` are deleted. Throws what forbids the deletion. */
  deleting?: (tx: Transaction, where: SQL | undefined) => Promise<void>
  /**
   * Runs before books are merged into another. Returns which of their children are not handed over, and what is to
   * be done once the book has the other children.
   */
  merging?: (
    tx: Transaction,
    from: readonly string[],
    to: string,
  ) => Promise<{ staying: string[]; done: () => Promise<void> }>
  /** Runs after children of books were added, handed over, restored or deleted. */
  moved?: (tx: Transaction) => Promise<void>
}

/** What a floor that has the copies of books knows of them. */
export interface BookShelf {
  /** The number of free copies and of all, by the ids of books; undefined while the library has no copies. */
  copiesOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, { free: number; total: number }> | undefined>
  /** The book with the copy whose label a search is, and the number on it. */
  labelled: (searchTerm: string) => Promise<{ bookId: string; number: string } | undefined>
  /** Whether a copy of the book is on the shelf; a condition on `book`. */
  hasFreeCopy: () => SQL
  /** Changes with what is on the shelf. */
  version: () => string
}

/** The search parameters of a list, each a text or a number in the address. */
type ViewSearch = z.ZodMiniObject<Record<string, z.ZodMiniType<string | number | undefined>>>

/** Saved views of a list. */
interface Views {
  /** What a user must be allowed to, to have them: a view says what they search for. */
  access: Permission
  /** What a view may hold: the search parameters of the list's address. */
  search: ViewSearch
}

/** What a floor contributes to the floors below it, on the server. */
export interface ServerSlice {
  /** Its errors, by their codes; their types are in `FloorErrors`. */
  errors?: Readonly<Record<string, ErrorRow>>
  /** The error for each violated constraint of its tables, by the constraint's name. */
  constraints?: ConstraintErrors
  /** How changes that the activity records are taken back, by their action. */
  undos?: Readonly<Record<string, Undo>>
  /** What runs in the background. */
  jobs?: readonly Job[]
  /** What the hourly clean-up deletes, in this order. */
  cleanUps?: readonly CleanUp[]
  /** What the caller can do to entries that are about many rows at once, by the entries' ids. */
  bulkStates?: (
    entries: readonly ActivityEntry[],
    session: CurrentSession,
  ) => Promise<ReadonlyMap<number, Partial<Pick<Activity, 'bulk' | 'undo'>>>>
  views?: Partial<Record<ViewList, Views>>
  /** Writes all loans to a file, as CSV. */
  loanFile?: () => AsyncGenerator<Buffer>
  /** Imports of its nouns. */
  imports?: readonly ImportKind[]
  bookFacts?: BookFacts
  /**
   * Runs in the transaction before loans forget their borrowers. `forgotten` is a query of these loans, with the columns `loan_id`
   * and `borrower_id`.
   */
  loansForgetting?: (tx: Transaction, forgotten: SQL) => Promise<unknown>
  bookShelf?: BookShelf
}

let slices: readonly ServerSlice[] = []

/** Hands in the slices, at the start of a server: `slices.server.ts` of `src`. */
export function setServerSlices(given: readonly ServerSlice[]): void {
  slices = given
  setFloorErrors(Object.assign({}, ...given.map(({ errors }) => errors)))
  // Copies are what is lent.
  setCanLend(given.some(({ bookShelf }) => bookShelf !== undefined))
  setFloorConstraints(Object.assign({}, ...given.map(({ constraints }) => constraints)))
}

/** What the floors contribute, the lowest first. */
export const serverSlices = (): readonly ServerSlice[] => slices

/** Tells the floors above that children of books were added, handed over, restored or deleted. */
export async function tellMovedChildren(tx: Transaction): Promise<void> {
  for (const { bookFacts } of slices) await bookFacts?.moved?.(tx)
}

/**
 * Tells the floors above that loans forget their borrowers: see `loansForgetting`.
 *
 * @public for the floors above
 */
export async function tellForgettingLoans(tx: Transaction, forgotten: SQL): Promise<void> {
  for (const { loansForgetting } of slices) await loansForgetting?.(tx, forgotten)
}

/** For a noun that takes its entries back one by one. */
export const eachOf =
  (run: (tx: Transaction, entry: Entry, session: CurrentSession) => Promise<UndoOutcome>): Undo['run'] =>
  async (tx, entries, session) => {
    const outcomes: UndoOutcome[] = []
    // One by one: statements of one transaction.
    for (const entry of entries) outcomes.push(await run(tx, entry, session))
    return outcomes
  }
