import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import type * as z from 'zod/mini'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import type { RowBulkCalls } from '#kit/row-bulk/shared/row-bulk-calls.ts'
import type { rowBulkMoveSchema, rowBulkRowsInputSchema } from '#kit/row-bulk/shared/row-bulk.schema.ts'
import { borrowerBulkRouter } from './borrower-bulk.router.server.ts'
import type { BorrowerBulkInput } from './borrower-bulk.schema.ts'

const previewBorrowerBulk = createServerFn({ method: 'POST' })
  .validator((input: BorrowerBulkInput) => input)
  .handler(({ data }) => callProcedure(borrowerBulkRouter.preview, data))

/** What a change of many borrowers would do now. */
export const borrowerBulkPreviewQuery = (input: BorrowerBulkInput) =>
  queryOptions({
    queryKey: ['borrower', 'bulk', 'preview', input],
    queryFn: ({ signal }) => previewBorrowerBulk({ data: input, signal }),
    staleTime: 0,
    retry: false,
  })

/** Starts a change of many borrowers. Throws VALIDATION_ERROR. */
export const startBorrowerBulk = createServerFn({ method: 'POST' })
  .validator((input: BorrowerBulkInput) => input)
  .handler(({ data }) => callProcedure(borrowerBulkRouter.create, data))

const moveBorrowerBulk = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof rowBulkMoveSchema>) => input)
  .handler(({ data }) => callProcedure(borrowerBulkRouter.move, data))

const getBorrowerBulk = createServerFn({ method: 'GET' })
  .validator((input: { id: string }) => input)
  .handler(({ data }) => callProcedure(borrowerBulkRouter.get, data))

const findRunningBorrowerBulk = createServerFn({ method: 'GET' }).handler(() =>
  callProcedure(borrowerBulkRouter.running, undefined),
)

const listBorrowerBulkRows = createServerFn({ method: 'GET' })
  .validator((input: z.input<typeof rowBulkRowsInputSchema>) => input)
  .handler(({ data }) => callProcedure(borrowerBulkRouter.rows, data))

/** The bulk changes of borrowers, for pages. */
export const borrowerBulkCalls: RowBulkCalls = {
  noun: 'borrower',
  get: (id, signal) => getBorrowerBulk({ data: { id }, signal }),
  rows: (input, signal) => listBorrowerBulkRows({ data: input, signal }),
  move: (id, to) => moveBorrowerBulk({ data: { id, to } }),
  running: (signal) => findRunningBorrowerBulk({ signal }),
}
