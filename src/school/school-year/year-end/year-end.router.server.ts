import { db } from '#base/db/connection/client.server.ts'
import { rememberJob } from '#base/db/replica/own-writes.server.ts'
import { procedure, requireAccess } from '#base/rpc/procedure.server.ts'
import { owingPupilsOf, pupilsOf } from './plan-year-end.server.ts'
import { leftAlone, previewYearEnd, beginYearEnd, startYearEndUndo, viewYearEnd } from './year-end.server.ts'
import {
  groupOfPupilsSchema,
  groupsOfLeaversSchema,
  leftAloneSchema,
  owingPupilsSchema,
  pupilsSchema,
  startedYearEndSchema,
  yearEndIdSchema,
  yearEndInputSchema,
  yearEndPreviewSchema,
  yearEndSchema,
} from './year-end.schema.ts'

/** The classes with the suggested next ones, and the last year end. */
const preview = procedure('borrower:update', { takenBack: 'nothing' })
  .output(yearEndPreviewSchema)
  .handler(() => previewYearEnd())

/** The borrowers of a class, of whom some may repeat. */
const pupils = procedure('borrower:update', { takenBack: 'nothing' })
  .input(groupOfPupilsSchema)
  .output(pupilsSchema)
  .handler(({ input }) => pupilsOf(db, input.groupId))

/** Who of these classes has or owes books. */
const owing = procedure('borrower:update', { takenBack: 'nothing' })
  .input(groupsOfLeaversSchema)
  .output(owingPupilsSchema)
  .handler(({ input }) => owingPupilsOf(db, input.groupIds))

/** Starts a year end. YEAR_END_CHANGED; VALIDATION_ERROR at `next`, and at `isAgain` a short while after another one. */
const start = procedure('borrower:update', { takenBack: 'undo' })
  .input(yearEndInputSchema)
  .output(startedYearEndSchema)
  .handler(({ input, context: { session } }) => {
    requireAccess(session, 'borrower:delete')
    return beginYearEnd(input, session.actor)
  })

/** A year end with its progress and counts; NOT_FOUND. */
const get = procedure('borrower:update', { takenBack: 'nothing' })
  .input(yearEndIdSchema)
  .output(yearEndSchema)
  .handler(async ({ input }) => {
    const found = await viewYearEnd(input.id)
    if (found.state !== 'running') await rememberJob()
    return found
  })

/** Whom a year end, or its undo, has left alone; NOT_FOUND. */
const rows = procedure('borrower:update', { takenBack: 'nothing' })
  .input(yearEndIdSchema)
  .output(leftAloneSchema)
  .handler(({ input }) => leftAlone(input.id))

/** Takes a year end back, as a whole. BULK_STATE, NOT_FOUND. */
const undo = procedure('borrower:update', { takenBack: 'again' })
  .input(yearEndIdSchema)
  .handler(async ({ input, context: { session } }) => {
    requireAccess(session, 'borrower:delete')
    await startYearEndUndo(input.id, session.actor)
  })

export const yearEndRouter = { preview, pupils, owing, start, get, rows, undo }
