import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import type * as z from 'zod/mini'
import { fromThrown } from '#base/errors/local-error.ts'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import { changesSession } from '#base/rpc/session-middleware.ts'
import { cornerRouter } from './corner.router.server.ts'
import type { cornerIdSchema, CornerScanInput, OpenCorner } from './corner.schema.ts'

/** Makes a corner of this device, and signs out on it. */
export const openCorner = createServerFn({ method: 'POST' })
  .middleware([changesSession])
  .validator((input: OpenCorner) => input)
  .handler(({ data }) => callProcedure(cornerRouter.open, data))

/** Lets a locked corner go on; NOT_FOUND. */
export const unlockCorner = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof cornerIdSchema>) => input)
  .handler(({ data }) => callProcedure(cornerRouter.unlock, data))

/** Ends a corner; NOT_FOUND. */
export const endCorner = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof cornerIdSchema>) => input)
  .handler(({ data }) => callProcedure(cornerRouter.end, data))

/** Does what a scan at this corner means; CORNER_CLOSED. */
export const scanAtCorner = createServerFn({ method: 'POST' })
  .validator((input: CornerScanInput) => input)
  .handler(({ data }) => callProcedure(cornerRouter.scan, data))

/** Ends the turn at this corner; CORNER_CLOSED. */
export const endTurn = createServerFn({ method: 'POST' }).handler(() => callProcedure(cornerRouter.done, undefined))

const listCorners = createServerFn({ method: 'GET' }).handler(() => callProcedure(cornerRouter.list, undefined))

const getCornerState = createServerFn({ method: 'GET' }).handler(() => callProcedure(cornerRouter.state, undefined))

/** The open corners. A corner locks itself, which the desk is to see. */
export const cornersQuery = queryOptions({
  queryKey: ['corner', 'list'],
  queryFn: () => listCorners(),
  refetchOnWindowFocus: 'always',
  refetchInterval: 30_000,
})

/** The corner of this device; null where it is none, or one no more. It may be ended or unlocked at the desk. */
export const cornerStateQuery = queryOptions({
  queryKey: ['corner', 'state'],
  queryFn: async () => {
    try {
      return await getCornerState()
    } catch (thrown) {
      if (fromThrown(thrown).code === 'CORNER_CLOSED') return null
      throw thrown
    }
  },
  refetchInterval: 30_000,
})
