import * as z from 'zod/mini'
import { withActor } from '#base/db/actor.server.ts'
import { copy } from '#base/db/tables/copy.ts'
import { namingOwner } from '#lending/number/shared/number-owner.server.ts'
import { settleHolds } from '#lending/loan/shared/holds.server.ts'
import { now } from '#base/lib/clock.ts'
import { documentProblems } from '#base/openapi/document-problems.server.ts'
import { requireRow } from '#base/rpc/not-found.server.ts'
import { procedure } from '#base/rpc/procedure.server.ts'
import { deskDay, leaveUnknown } from './desk-day.server.ts'
import { setDealtWith } from './shared/desk-refusals.server.ts'
import type { DeskNotice } from './desk-parts.schema.ts'
import { renewAtDesk } from './desk-renew.server.ts'
import { scanAtDesk } from './desk-scan.server.ts'
import { undoAtDesk } from './desk-undo.server.ts'
import {
  addCopyInputSchema,
  dealtWithInputSchema,
  deskDayInputSchema,
  deskDaySchema,
  deskUndoAnswerSchema,
  deskUndoInputSchema,
  leaveInputSchema,
  renewAnswerSchema,
  renewInputSchema,
  scanAnswerSchema,
  scanInputSchema,
} from './desk.schema.ts'
import {
  setDayInputSchema,
  setAnswerSchema,
  setInputSchema,
  setReturnAnswerSchema,
  setReturnInputSchema,
} from './set/desk-set.schema.ts'
import { lendSet } from './set/lend-set.server.ts'
import { moveSetDay, returnSet } from './set/return-set.server.ts'
import { withoutNotes } from './without-notes.server.ts'

/** What a scan means is done, once for each act. IDEMPOTENCY_KEY_REUSED for another act with the same id. */
const scan = procedure('desk:lend', { takenBack: 'undo' })
  .route({
    method: 'POST',
    path: '/desk/scan',
    operationId: 'scanAtDesk',
    summary: 'Scan at the desk',
    description:
      'Does what a scan at the desk means: opens a borrower, lends a copy, returns it. Sent again with the same `actId`, it is not done again and gets the same answer.',
    successDescription: 'What the scan came to.',
    tags: ['Desk'],
    spec: documentProblems('IDEMPOTENCY_KEY_REUSED'),
  })
  .input(scanInputSchema)
  .output(scanAnswerSchema)
  .handler(async ({ input, context: { session } }) => withoutNotes(session, await scanAtDesk(session, input)))

/** Renews a loan, or all of a borrower. */
const renew = procedure('desk:lend', { takenBack: 'undo' })
  .input(renewInputSchema)
  .output(renewAnswerSchema)
  .handler(async ({ input, context: { session } }) => {
    const { refused, ...answer } = withoutNotes(session, await renewAtDesk(session, input))
    return { ...answer, refused: refused.map((one) => withoutNotes(session, one)) }
  })

/** Takes an act of today back. */
const undo = procedure('desk:lend', { takenBack: 'again' })
  .input(deskUndoInputSchema)
  .output(deskUndoAnswerSchema)
  .handler(async ({ input, context: { session } }) => withoutNotes(session, await undoAtDesk(session, input)))

/** The feed of the day. */
const today = procedure('desk:read')
  .input(deskDayInputSchema)
  .output(deskDaySchema)
  .handler(async ({ input, context: { session } }) => {
    const { acts, notLent, refused, ...day } = await deskDay(session, input.limit)
    // Only notices hold notes here: `borrower` is a `DeskPerson`, which has none.
    const plain = <One extends { notices: DeskNotice[] }>(all: readonly One[]): One[] =>
      all.map((one) => ({ ...one, ...withoutNotes(session, { notices: one.notices }) }))
    return { ...day, acts: plain(acts), notLent: plain(notLent), refused: plain(refused) }
  })

/** Leaves an unknown number of the day. */
const leave = procedure('desk:lend', { takenBack: 'again' })
  .input(leaveInputSchema)
  .handler(({ input }) => leaveUnknown(input.actId, now()))

/** Notes that what was not lent was dealt with, or is open again. */
const dealWith = procedure('desk:lend', { takenBack: 'undo' })
  .input(dealtWithInputSchema)
  .handler(({ input: { actId, isDealtWith }, context: { session } }) => setDealtWith(session, actId, isDealtWith))

/**
 * Adds a copy to a book, with the number that was scanned, or the next one; it is then scanned as any other. NUMBER_TAKEN at
 * `number`, NOT_FOUND without the book.
 */
const addCopy = procedure('copy:create', { takenBack: 'undo' })
  .input(addCopyInputSchema)
  .output(z.object({ id: z.uuid(), number: z.string() }))
  .handler(({ input, context: { session } }) =>
    namingOwner(session, input, () =>
      withActor(session.actor, async (tx) => {
        const added = requireRow(await tx.insert(copy).values(input).returning({ id: copy.id, number: copy.number }))
        await settleHolds(tx)
        return added
      }),
    ),
  )

/** Lends copies of a book together, to a class or a borrower, once for each act. See `lendSet`. */
const lendClassSet = procedure('loan:update', { takenBack: 'undo' })
  .input(setInputSchema)
  .output(setAnswerSchema)
  .handler(({ input, context: { session } }) => lendSet(session, input))

/** Notes that copies of a class set are back, once for each act. See `returnSet`. */
const returnClassSet = procedure('loan:update', { takenBack: 'undo' })
  .input(setReturnInputSchema)
  .output(setReturnAnswerSchema)
  .handler(({ input, context: { session } }) => returnSet(session, input))

/** Gives a class set another due day. See `moveSetDay`. */
const moveClassSet = procedure('loan:update', { takenBack: 'again' })
  .input(setDayInputSchema)
  .handler(({ input: { setId, dueOn }, context: { session } }) => moveSetDay(session, setId, dueOn))

export const deskRouter = {
  scan,
  renew,
  undo,
  today,
  leave,
  dealWith,
  addCopy,
  lendClassSet,
  returnClassSet,
  moveClassSet,
}
