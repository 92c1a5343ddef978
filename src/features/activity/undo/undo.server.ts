import { and, desc, eq, inArray } from 'drizzle-orm'
import { readPermission, type Permission } from '#auth/permissions.ts'
import type { CurrentSession } from '#auth/session/session.server.ts'
import { markUndoing, withActor, type Transaction } from '#db/actor.server.ts'
import { db } from '#db/connection/client.server.ts'
import { retryTransaction } from '#db/connection/retry-transaction.server.ts'
import { activity } from '#db/tables/activity.ts'
import { createError } from '#errors/create-error.server.ts'
import { now } from '#lib/clock.ts'
import type { RecordedNoun } from '#nouns.ts'
import { hasAccess, requireAccess } from '#rpc/procedure.server.ts'
import type { ActivityEntry } from '../activity.schema.ts'
import type { Entry } from '../shared/former-values.server.ts'
import { undoBookCreates, undoBookDeletes, undoBookUpdates } from '#features/book/shared/undo-book.server.ts'
import { undoMerge } from '#features/duplicate/shared/undo-merge.server.ts'
import { undoGenreEnd, undoGenreUpdate } from '#features/genre/shared/undo-genre.server.ts'
import {
  undoBan,
  undoUserCreate,
  undoUserDelete,
  undoUserUpdate,
  type UndoneUser,
} from '#features/user/shared/undo-user.server.ts'
import { undoBorrowerCreate, undoBorrowerDelete } from '#features/borrower/shared/undo-borrower.server.ts'
import { rowUndos, undoRowUpdate } from '#features/noun/shared/undo-row.server.ts'
import { lookUp } from '#lib/list/look-up.ts'
import type { Undone } from './undo.schema.ts'

interface Undo {
  /** What the caller needs to take such a change back. */
  permission: Permission
  /** What it needs: that the item exists, that it was deleted, or either. */
  needs: 'item' | 'deleted' | 'either'
  /** Takes back entries on different items. */
  run: (tx: Transaction, entries: readonly Entry[], session: CurrentSession) => Promise<(Undone | UndoneUser)[]>
}

/** For a noun that takes its entries back one by one. */
const eachOf =
  (run: (tx: Transaction, entry: Entry, session: CurrentSession) => Promise<Undone | UndoneUser>): Undo['run'] =>
  async (tx, entries, session) => {
    const outcomes: (Undone | UndoneUser)[] = []
    // Statements of one transaction.
    for (const entry of entries) outcomes.push(await run(tx, entry, session))
    return outcomes
  }

/** How each kind of change is taken back. Imports and bulk changes are undone where their reports are. */
const UNDOS: Partial<Record<ActivityEntry['action'], Undo>> = {
  'book.create': { permission: 'book:delete', needs: 'item', run: undoBookCreates },
  'book.update': { permission: 'book:update', needs: 'item', run: undoBookUpdates },
  'book.delete': { permission: 'book:delete', needs: 'deleted', run: undoBookDeletes },
  'book.restore': { permission: 'book:delete', needs: 'item', run: undoBookCreates },
  'book.merge': { permission: 'catalogue:merge', needs: 'either', run: eachOf(undoMerge) },
  'genre.update': { permission: 'catalogue:genres', needs: 'item', run: eachOf(undoGenreUpdate) },
  'genre.delete': { permission: 'catalogue:genres', needs: 'deleted', run: eachOf(undoGenreEnd) },
  'genre.merge': { permission: 'catalogue:genres', needs: 'deleted', run: eachOf(undoGenreEnd) },
  'borrower.create': { permission: 'borrower:delete', needs: 'item', run: eachOf(undoBorrowerCreate) },
  'borrower.update': { permission: 'borrower:update', needs: 'item', run: eachOf(undoRowUpdate) },
  'borrower.delete': { permission: 'borrower:delete', needs: 'deleted', run: eachOf(undoBorrowerDelete) },
  'borrower.restore': { permission: 'borrower:delete', needs: 'item', run: eachOf(undoBorrowerCreate) },
  'user.create': { permission: 'user:delete', needs: 'item', run: eachOf(undoUserCreate) },
  'user.delete': { permission: 'user:delete', needs: 'deleted', run: eachOf(undoUserDelete) },
  'user.restore': { permission: 'user:delete', needs: 'item', run: eachOf(undoUserCreate) },
  'user.update': { permission: 'user:update', needs: 'item', run: eachOf(undoUserUpdate) },
  'user.set-role': { permission: 'user:set-role', needs: 'item', run: eachOf(undoUserUpdate) },
  'user.ban': { permission: 'user:ban', needs: 'item', run: eachOf(undoBan) },
  'user.unban': { permission: 'user:ban', needs: 'item', run: eachOf(undoBan) },
}

/**
 * The actions that can be taken back here.
 * @internal for tests
 */
export const UNDOABLE: readonly string[] = [...Object.keys(UNDOS), ...Object.keys(rowUndos)]

function undoOf(action: string): Undo | undefined {
  const ofRow = lookUp(rowUndos, action)
  return ofRow ? { ...ofRow, run: eachOf(ofRow.run) } : lookUp<Undo | undefined>(UNDOS, action)
}

/** Whether an entry can be taken back by the caller, or was: for the button beside it. */
export function undoState(
  { action, subject, actor, undoneAt }: ActivityEntry & { undoneAt: Date | null },
  session: CurrentSession,
): 'possible' | 'done' | null {
  if (undoneAt) return 'done'
  const undo = undoOf(action)
  if (!undo || !hasAccess(session, undo.permission)) return null
  // Who signed up was added by nobody else.
  if (action === 'user.create' && actor.id === subject.id) return null
  // A former user or borrower, of whom nothing is left that could be restored.
  if (subject.name === null && !subject.isThere) return null
  return undo.needs === 'either' || (undo.needs === 'item') === subject.isThere ? 'possible' : null
}

/**
 * Takes back what an entry of the activity changed, as a change of the caller. What was changed since is never
 * overwritten: it is named, and the rest is taken back. NOT_FOUND; NOT_UNDOABLE for a kind that cannot be undone here;
 * ALREADY_UNDONE; what the rules of the change refuse.
 */
export async function undoEntry(id: number, session: CurrentSession): Promise<Undone> {
  const { notify, ...undone } = await retryTransaction(() =>
    withActor(session.actor, async (tx): Promise<UndoneUser> => {
      const [entry] = await tx.select().from(activity).where(eq(activity.id, id)).for('update')
      if (!entry) throw createError('NOT_FOUND')
      const [outcome = { fields: [], kept: [] }] = await undoWithin(tx, [entry], session)
      if (outcome.fields.length > 0) await markUndone(tx, [id])
      return outcome
    }),
  )
  await notify?.()
  return undone
}

/**
 * Takes locked entries of one kind back within a transaction, in their order, as `undoEntry`, but does not mark them as
 * undone.
 */
export async function undoWithin(
  tx: Transaction,
  entries: readonly Entry[],
  session: CurrentSession,
): Promise<UndoneUser[]> {
  const outcomes: UndoneUser[] = []
  await markUndoing(tx)
  for (const round of roundsOf(entries)) {
    const [first] = round
    if (!first || !hasAccess(session, readPermission(first.subjectKind))) throw createError('NOT_FOUND')
    const undo = undoOf(first.action)
    if (!undo) throw createError('NOT_UNDOABLE')
    requireAccess(session, undo.permission)
    if (round.some(({ undoneAt }) => undoneAt)) throw createError('ALREADY_UNDONE')
    // An item may be in several rounds.
    outcomes.push(...(await undo.run(tx, round, session)))
  }
  return outcomes
}

/** Entries in their order, each part of them on different items and of one action. */
function roundsOf(entries: readonly Entry[]): Entry[][] {
  const rounds: Entry[][] = []
  for (const entry of entries) {
    const last = rounds.at(-1)
    const fits = last?.[0]?.action === entry.action && last.every(({ subjectId }) => subjectId !== entry.subjectId)
    if (last && fits) last.push(entry)
    else rounds.push([entry])
  }
  return rounds
}

/** Marks entries as taken back. */
export const markUndone = async (tx: Transaction, ids: readonly number[]): Promise<void> => {
  await tx
    .update(activity)
    .set({ undoneAt: now() })
    .where(inArray(activity.id, [...ids]))
}

/** The id of the newest entry on an item, if it is the caller's; null after a change of somebody else. */
export async function lastEntryOf(kind: RecordedNoun, id: string, userId: string): Promise<string | null> {
  const [last] = await db
    .select({ id: activity.id, actorId: activity.actorId })
    .from(activity)
    .where(and(eq(activity.subjectId, id), eq(activity.subjectKind, kind)))
    .orderBy(desc(activity.id))
    .limit(1)
  return last?.actorId === userId ? String(last.id) : null
}
