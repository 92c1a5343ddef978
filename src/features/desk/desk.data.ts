import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import type * as z from 'zod/mini'
import { callProcedure } from '#rpc/call-procedure.server.ts'
import type { deskUndoInputSchema, leaveInputSchema, RenewInput, ScanInput } from './desk.schema.ts'
import { deskRouter } from './desk.router.server.ts'

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

const getDeskDay = createServerFn({ method: 'GET' })
  .validator((input: { limit: number }) => input)
  .handler(({ data }) => callProcedure(deskRouter.today, data))

/** How many acts the feed shows at first, and all of a day. */
export const FEED = 12
export const WHOLE_DAY = 1000

/** The feed of the day. */
export const deskDayQuery = (limit = FEED) =>
  queryOptions({ queryKey: ['desk', 'today', limit], queryFn: () => getDeskDay({ data: { limit } }) })
