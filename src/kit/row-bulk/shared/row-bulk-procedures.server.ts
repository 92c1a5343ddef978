import { rememberJob } from '#base/db/replica/own-writes.server.ts'
import { requireAccess, type procedure } from '#base/rpc/procedure.server.ts'
import {
  rowBulkIdSchema,
  rowBulkMoveSchema,
  rowBulkRowsInputSchema,
  rowBulkRowsSchema,
  rowBulkSchema,
  runningRowBulkSchema,
} from './row-bulk.schema.ts'
import type { rowBulks } from './row-bulks.server.ts'

type Guarded = ReturnType<typeof procedure>

interface RowBulkParts {
  /** The procedure that a call which only reads begins with, and one which moves a change to another state. */
  reading: Guarded
  moving: Guarded
}

/** The procedures of a noun's bulk changes, but for how one begins. */
export const rowBulkProcedures = (bulks: ReturnType<typeof rowBulks>, { reading, moving }: RowBulkParts) => ({
  /** A bulk change with its counts; NOT_FOUND. */
  get: reading
    .input(rowBulkIdSchema)
    .output(rowBulkSchema)
    .handler(async ({ input }) => {
      const bulk = await bulks.view(input.id)
      if (bulk.state !== 'running') await rememberJob()
      return bulk
    }),

  /** The bulk change of the caller that runs: a reload, or another tab, shows its progress again. */
  running: reading
    .output(runningRowBulkSchema)
    .handler(async ({ context: { session } }) => ({ id: await bulks.findRunning(session.actor) })),

  /** A page of its rows with their results; NOT_FOUND. */
  rows: reading
    .input(rowBulkRowsInputSchema)
    .output(rowBulkRowsSchema)
    .handler(({ input }) => bulks.listRows(input)),

  /** Cancels or undoes a bulk change. BULK_STATE when its state does not allow it; NOT_FOUND. */
  move: moving.input(rowBulkMoveSchema).handler(async ({ input: { id, to }, context: { session } }) => {
    const { operation } = await bulks.require(id)
    requireAccess(session, bulks.permissionOf(operation))
    await bulks[to](id, session.actor)
  }),
})
