import { withActor } from '#base/db/actor.server.ts'
import { retryTransaction } from '#base/db/connection/retry-transaction.server.ts'
import { procedure } from '#base/rpc/procedure.server.ts'
import { endHold, restoreEndedHold } from '#lending/loan/shared/holds.server.ts'
import { holdIdsSchema, holdPageInputSchema, holdPageSchema, holdsChosenSchema } from './hold-list.schema.ts'
import { chosenHolds, pageOfHolds } from './hold-rows.server.ts'

/** Holds that one call cancels at most: some seconds of work. */
const AT_ONCE = 1000

/** A page of all holds with their total, for the list of managers. */
const page = procedure('loan:read')
  .input(holdPageInputSchema)
  .output(holdPageSchema)
  .handler(({ input }) => pageOfHolds(input))

/**
 * Cancels holds, a thousand at most; what was put aside goes to the next who waits. Returns the ids of those that were there, the
 * first placed first.
 */
const cancel = procedure('loan:update', { takenBack: 'again' })
  .input(holdsChosenSchema)
  .output(holdIdsSchema)
  .handler(({ input }) =>
    retryTransaction(() =>
      withActor('none', async (tx) => {
        const ids = await chosenHolds(tx, input, AT_ONCE)
        const cancelled: string[] = []
        // One by one: what one had may go to another one that is cancelled next.
        for (const id of ids) if (await endHold(tx, id, 'kept')) cancelled.push(id)
        return { ids: cancelled }
      }),
    ),
  )

/** Takes cancellations back, each to its former place. Returns the ids of those that were restored: some may wait again by now. */
const restore = procedure('loan:update', { takenBack: 'undo' })
  .input(holdIdsSchema)
  .output(holdIdsSchema)
  .handler(({ input }) =>
    retryTransaction(() =>
      withActor('none', async (tx) => {
        const restored: string[] = []
        // In the reverse order of the cancellations, so that each copy goes back to whom it was put aside for.
        for (const id of input.ids.toReversed()) if (await restoreEndedHold(tx, id)) restored.push(id)
        return { ids: restored }
      }),
    ),
  )

export const holdListRouter = { page, cancel, restore }
