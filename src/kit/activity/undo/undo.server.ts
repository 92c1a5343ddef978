import { and, desc, eq, inArray } from 'drizzle-orm'
import { readPermission } from '#base/auth/permissions.ts'
import type { CurrentSession } from '#base/auth/session/session.server.ts'
import { markUndoing, withActor, type Transaction } from '#base/db/actor.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { retryTransaction } from '#base/db/connection/retry-transaction.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { now } from '#base/lib/clock.ts'
import type { RecordedNoun } from '#nouns.ts'
import { hasAccess, requireAccess } from '#base/rpc/procedure.server.ts'
import type { ActivityEntry } from '../activity.schema.ts'
import type { Entry } from '../shared/former-values.server.ts'
import { rowUndos } from '../shared/undo-row.server.ts'
import { serverSlices, type Undo, type UndoOutcome } from '#kit/slice.server.ts'
import { lookUp } from '#base/lib/list/look-up.ts'
import type { Undone } from './undo.schema.ts'

const ofSlices = () => serverSlices().map(({ undos = {} }) => undos)

/** How a kind of change is taken back. Imports and bulk changes are undone where their reports are. */
function undoOf(action: string): Undo | undefined {
  for (const undos of [...ofSlices(), rowUndos]) {
    const undo = lookUp(undos, action)
    if (undo) return undo
  }
  return undefined
}

/**
 * The actions that can be taken back here.
 *
 * @public for a test of all floors, which goes with any of them
 */
export const undoable = (): string[] => [...new Set([rowUndos, ...ofSlices()].flatMap((undos) => Object.keys(undos)))]

/** Whether an entry can be taken back by the caller, or was: for the button beside it. */
export function undoState(
  { action, subject, actor, undoneAt }: ActivityEntry & { undoneAt: Date | null },
  session: CurrentSession,
): 'possible' | 'done' | null {
  if (undoneAt) return 'done'
  const undo = undoOf(action)
  if (!undo || !hasAccess(session, undo.permission)) return null
  // A user who signed up was not added by a manager: there is nothing to take back.
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
    withActor(session.actor, async (tx): Promise<UndoOutcome> => {
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
): Promise<UndoOutcome[]> {
  const outcomes: UndoOutcome[] = []
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
