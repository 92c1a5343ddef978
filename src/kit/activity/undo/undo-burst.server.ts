import { and, desc, lte } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { CurrentSession } from '#base/auth/session/session.server.ts'
import { withActor, type Transaction } from '#base/db/actor.server.ts'
import { retryTransaction } from '#base/db/connection/retry-transaction.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { requestContext } from '#base/lib/http/request-context.server.ts'
import { toAppError } from '#base/rpc/errors.server.ts'
import { matchesFilter, visibleTo } from '../activity-filter.server.ts'
import { leftOfBurst } from '../activity-rows.server.ts'
import type { Entry } from '../shared/former-values.server.ts'
import { markUndone, undoWithin } from './undo.server.ts'
import type { UndoOutcome } from '#kit/slice.server.ts'
import type { burstInputSchema, UndoneBurst } from './undo.schema.ts'

/** Entries in one transaction; the caller asks again for the rest. */
const AT_ONCE = 250

type Taken = UndoneBurst & { notifies: (() => Promise<unknown>)[] }

/**
 * Takes the newest entries of a burst back, 250 at most, in one transaction, as `undoEntry` does with each: the entries of
 * a filter that are like that of `id`, from `from` down to `lastId`, and were not taken back yet. What stays is named.
 * `next` is where to go on, null at the end. After an error nothing of this transaction is taken back.
 */
export async function undoBurst(
  { id, lastId, from = id, ...filter }: z.output<typeof burstInputSchema>,
  session: CurrentSession,
): Promise<UndoneBurst> {
  const condition = await matchesFilter(filter, requestContext().timeZone)
  const find = (tx: Transaction) =>
    tx
      .select()
      .from(activity)
      .where(and(visibleTo(session.user.role), leftOfBurst({ id, lastId }, condition), lte(activity.id, from)))
      .orderBy(desc(activity.id))
      .limit(AT_ONCE)
      .for('update')
  const take = (isSafe: boolean) =>
    retryTransaction(() => withActor(session.actor, async (tx) => undoEntries(tx, await find(tx), session, isSafe)))
  // A savepoint an entry costs a third of the time, and most bursts have no entry that is refused.
  const { notifies, ...undone } = await take(false).catch((error: unknown) => {
    if (!toAppError(error).isKnown) throw error
    return take(true)
  })
  for (const notify of notifies) await notify()
  return undone
}

/** Takes entries back: together, or each by itself with a savepoint (`isSafe`), and then one that is refused is named. */
async function undoEntries(
  tx: Transaction,
  entries: readonly Entry[],
  session: CurrentSession,
  isSafe: boolean,
): Promise<Taken> {
  const outcomes = isSafe ? await eachByItself(tx, entries, session) : await undoWithin(tx, entries, session)
  const done = entries.filter((_, at) => (outcomes[at]?.fields.length ?? 0) > 0).map(({ id }) => id)
  if (done.length > 0) await markUndone(tx, done)
  const last = entries.at(-1)
  return {
    undone: done.length,
    kept: entries.flatMap(({ subjectName: name }, at) =>
      (outcomes[at]?.kept ?? []).map(({ message }) => ({ name, message })),
    ),
    next: last && entries.length === AT_ONCE ? last.id - 1 : null,
    notifies: outcomes.flatMap(({ notify }) => notify ?? []),
  }
}

async function eachByItself(
  tx: Transaction,
  entries: readonly Entry[],
  session: CurrentSession,
): Promise<UndoOutcome[]> {
  const outcomes: UndoOutcome[] = []
  for (const entry of entries) {
    // One by one: each is a savepoint of the same transaction.
    const [outcome] = await tx
      .transaction((part) => undoWithin(part, [entry], session))
      .catch((thrown: unknown) => {
        const { error, isKnown } = toAppError(thrown)
        // A new sign-in is asked for once, for all entries.
        if (!isKnown || error.code === 'SESSION_EXPIRED') throw thrown
        const refused: UndoOutcome = { fields: [], kept: [{ field: null, reason: 'refused', message: error.message }] }
        return [refused]
      })
    outcomes.push(outcome ?? { fields: [], kept: [] })
  }
  return outcomes
}
