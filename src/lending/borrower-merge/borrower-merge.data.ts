import { createServerFn } from '@tanstack/react-start'
import type * as z from 'zod/mini'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import { borrowerMergeRouter } from './borrower-merge.router.server.ts'
import type { borrowerMergeSchema } from './borrower-merge.schema.ts'

/** Merges a borrower into another one. NOT_FOUND, CONFLICT. */
export const mergeTwoBorrowers = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof borrowerMergeSchema>) => input)
  .handler(({ data }) => callProcedure(borrowerMergeRouter.merge, data))
