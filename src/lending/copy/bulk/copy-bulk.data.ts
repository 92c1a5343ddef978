import { createServerFn } from '@tanstack/react-start'
import type * as z from 'zod/mini'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import type { RowBulkCalls } from '#kit/row-bulk/shared/row-bulk-calls.ts'
import type { rowBulkMoveSchema, rowBulkRowsInputSchema } from '#kit/row-bulk/shared/row-bulk.schema.ts'
import { copyBulkRouter } from './copy-bulk.router.server.ts'
import type { CopyBulkInput } from './copy-bulk.schema.ts'

/** Starts a change of many copies. Throws VALIDATION_ERROR. */
export const startCopyBulk = createServerFn({ method: 'POST' })
  .validator((input: CopyBulkInput) => input)
  .handler(({ data }) => callProcedure(copyBulkRouter.create, data))

const moveCopyBulk = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof rowBulkMoveSchema>) => input)
  .handler(({ data }) => callProcedure(copyBulkRouter.move, data))

const getCopyBulk = createServerFn({ method: 'GET' })
  .validator((input: { id: string }) => input)
  .handler(({ data }) => callProcedure(copyBulkRouter.get, data))

const findRunningCopyBulk = createServerFn({ method: 'GET' }).handler(() =>
  callProcedure(copyBulkRouter.running, undefined),
)

const listCopyBulkRows = createServerFn({ method: 'GET' })
  .validator((input: z.input<typeof rowBulkRowsInputSchema>) => input)
  .handler(({ data }) => callProcedure(copyBulkRouter.rows, data))

/** The bulk changes of copies, for pages. */
export const copyBulkCalls: RowBulkCalls = {
  noun: 'copy',
  get: (id, signal) => getCopyBulk({ data: { id }, signal }),
  rows: (input, signal) => listCopyBulkRows({ data: input, signal }),
  move: (id, to) => moveCopyBulk({ data: { id, to } }),
  running: (signal) => findRunningCopyBulk({ signal }),
}
