import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import type * as z from 'zod/mini'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import type {
  addCopyInputSchema,
  dealtWithInputSchema,
  deskUndoInputSchema,
  leaveInputSchema,
  RenewInput,
  ScanInput,
} from './desk.schema.ts'
import { deskRouter } from './desk.router.server.ts'
import type { setDayInputSchema, SetInput, SetReturnInput } from './set/desk-set.schema.ts'

/** Does what a scan means; sent again with the same act id, it gets the same answer. */
export const scanCodeAtDesk = createServerFn({ method: 'POST' })
  .validator((input: ScanInput) => input)
  .handler(({ data }) => callProcedure(deskRouter.scan, data))

/** Renews a loan, or all of a borrower. */
export const renewLoans = createServerFn({ method: 'POST' })
  .validator((input: RenewInput) => input)
  .handler(({ data }) => callProcedure(deskRouter.renew, data))

/** Takes an act of today back; NOT_UNDOABLE, ALREADY_UNDONE. */
export const undoAct = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof deskUndoInputSchema>) => input)
  .handler(({ data }) => callProcedure(deskRouter.undo, data))

/** Leaves an unknown number of the day. */
export const leaveCode = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof leaveInputSchema>) => input)
  .handler(({ data }) => callProcedure(deskRouter.leave, data))

/** Notes that what was not lent was dealt with, or is open again. */
export const dealWithRefusal = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof dealtWithInputSchema>) => input)
  .handler(({ data }) => callProcedure(deskRouter.dealWith, data))

/** Adds a copy to a book; NUMBER_TAKEN at `number`. */
export const addCopyAtDesk = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof addCopyInputSchema>) => input)
  .handler(({ data }) => callProcedure(deskRouter.addCopy, data))

const getDeskDay = createServerFn({ method: 'GET' })
  .validator((input: { limit: number }) => input)
  .handler(({ data }) => callProcedure(deskRouter.today, data))

/** How many acts the feed shows at first, and all of a day. */
export const FEED = 12
export const WHOLE_DAY = 1000

/** The feed of the day. */
export const deskDayQuery = (limit = FEED) =>
  queryOptions({
    queryKey: ['desk', 'today', limit],
    queryFn: () => getDeskDay({ data: { limit } }),
    // Other desks lend too, and deal with what was not lent.
    refetchOnWindowFocus: 'always',
    refetchInterval: 30_000,
  })

/**
 * Lends copies of a book together; what cannot be lent is named in the answer. NOTHING_LENT, NOT_FOUND.
 *
 * @public for the floors above
 */
export const lendClassSet = createServerFn({ method: 'POST' })
  .validator((input: SetInput) => input)
  .handler(({ data }) => callProcedure(deskRouter.lendClassSet, data))

/**
 * Notes that copies of a class set are back. NOT_FOUND.
 *
 * @public for the floors above
 */
export const returnClassSet = createServerFn({ method: 'POST' })
  .validator((input: SetReturnInput) => input)
  .handler(({ data }) => callProcedure(deskRouter.returnClassSet, data))

/**
 * Gives a class set another due day. VALIDATION_ERROR at `dueOn`.
 *
 * @public for the floors above
 */
export const moveClassSet = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof setDayInputSchema>) => input)
  .handler(({ data }) => callProcedure(deskRouter.moveClassSet, data))
