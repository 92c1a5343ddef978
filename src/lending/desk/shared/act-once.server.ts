import { eq } from 'drizzle-orm'
import { withActor, type Transaction } from '#base/db/actor.server.ts'
import { LOOKED_UP, retryTransaction } from '#base/db/connection/retry-transaction.server.ts'
import { deskAct } from '#base/db/tables/loan.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { now } from '#base/lib/clock.ts'
import type { AtDesk } from './lend-copy.server.ts'

/** Milliseconds within which the same number again is the scanner's stutter, and not meant. */
export const STUTTER = 3000

/** What is kept of an act beside its answer. */
export type ActRecord = Partial<
  Pick<
    typeof deskAct.$inferInsert,
    'code' | 'result' | 'copyId' | 'borrowerId' | 'formerBorrowerId' | 'isChange' | 'undo' | 'cornerId'
  >
>

/** The moments in an answer that was kept as JSON. */
const MOMENTS = new Set(['lentAt', 'returnedAt'])

/** A kept answer with its moments as dates again. */
export const keptAnswer = (answer: unknown): unknown =>
  JSON.parse(JSON.stringify(answer), (key, value) =>
    MOMENTS.has(key) && typeof value === 'string' ? new Date(value) : value,
  )

interface Act<Answer> {
  /** The whole input: another one with the same id is refused. */
  input: { actId: string; code?: string }
  /** Reads a kept answer. */
  read: (answer: unknown) => Answer
  run: (tx: Transaction) => Promise<{ answer: Answer; record: ActRecord }>
}

/**
 * Does an act of the desk once, in a transaction that is not recorded in the activity: loans are their own record. Sent
 * again, even while it runs, it gets the same answer. IDEMPOTENCY_KEY_REUSED for another act with the same id.
 */
export function actOnce<Answer>({ user }: AtDesk, { input, read, run }: Act<Answer>): Promise<Answer> {
  const { actId, code = '' } = input
  const request = JSON.stringify(input, Object.keys(input).toSorted())
  return retryTransaction(
    () =>
      withActor('none', async (tx) => {
        const isNew = await tx
          .insert(deskAct)
          .values({ id: actId, at: now(), userId: user.id, request, code: code.replaceAll('\0', '') })
          .onConflictDoNothing()
          .returning({ id: deskAct.id })
        if (isNew.length === 0) {
          const [kept] = await tx.select().from(deskAct).where(eq(deskAct.id, actId))
          // The scans of a device may be sent on by somebody else who has signed in there: an id is known to that device alone.
          if (kept?.request !== request) throw createError('IDEMPOTENCY_KEY_REUSED')
          return read(keptAnswer(kept.answer))
        }
        const { answer, record } = await run(tx)
        await tx
          .update(deskAct)
          .set({ ...record, answer })
          .where(eq(deskAct.id, actId))
        return answer
      }),
    // Repeated where another desk has lent the copy since this act looked at it.
    LOOKED_UP,
  )
}
