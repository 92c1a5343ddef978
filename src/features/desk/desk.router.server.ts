import { now } from '#lib/clock.ts'
import { documentProblems } from '#openapi/document-problems.server.ts'
import { procedure } from '#rpc/procedure.server.ts'
import { deskDay, leaveUnknown } from './desk-day.server.ts'
import { renewAtDesk } from './desk-renew.server.ts'
import { scanAtDesk } from './desk-scan.server.ts'
import { undoAtDesk } from './desk-undo.server.ts'
import {
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
import { withoutNotes } from './without-notes.server.ts'

/** What a scan means is done, once for each act. IDEMPOTENCY_KEY_REUSED for another act with the same id. */
const scan = procedure('desk:lend')
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
const renew = procedure('desk:lend')
  .input(renewInputSchema)
  .output(renewAnswerSchema)
  .handler(async ({ input, context: { session } }) => {
    const { refused, ...answer } = withoutNotes(session, await renewAtDesk(session, input))
    return { ...answer, refused: refused.map((one) => withoutNotes(session, one)) }
  })

/** Takes an act of today back. */
const undo = procedure('desk:lend')
  .input(deskUndoInputSchema)
  .output(deskUndoAnswerSchema)
  .handler(async ({ input, context: { session } }) => withoutNotes(session, await undoAtDesk(session, input)))

/** The feed of the day. */
const today = procedure('desk:read')
  .input(deskDayInputSchema)
  .output(deskDaySchema)
  .handler(async ({ input, context: { session } }) => {
    const { acts, ...day } = await deskDay(input.limit)
    // There `borrower` is no more than a name and a class.
    return { ...day, acts: acts.map(({ notices, ...act }) => ({ ...act, ...withoutNotes(session, { notices }) })) }
  })

/** Leaves an unknown number of the day. */
const leave = procedure('desk:lend')
  .input(leaveInputSchema)
  .handler(({ input }) => leaveUnknown(input.actId, now()))

export const deskRouter = { scan, renew, undo, today, leave }
