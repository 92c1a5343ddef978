import { procedure, requireAccess } from '#base/rpc/procedure.server.ts'
import { rowBulkSchema } from '#kit/row-bulk/shared/row-bulk.schema.ts'
import { rowBulkProcedures } from '#kit/row-bulk/shared/row-bulk-procedures.server.ts'
import { chosenCopies } from '../shared/chosen-copies.server.ts'
import { copyBulks, operationOf } from './copy-bulk.server.ts'
import { copyBulkInputSchema } from './copy-bulk.schema.ts'

/**
 * Starts a change of many copies; what cannot be done to one leaves it alone and is in the report. VALIDATION_ERROR at the field,
 * at `withdrawnReason` for copies that are withdrawn without a reason.
 */
const create = procedure('copy:update', { takenBack: 'undo' })
  .input(copyBulkInputSchema)
  .output(rowBulkSchema)
  .handler(async ({ input, context: { session } }) => {
    const operation = operationOf(input)
    requireAccess(session, copyBulks.permissionOf(operation))
    return copyBulks.create(
      operation,
      input.kind === 'add' ? undefined : await chosenCopies(input.copies),
      session.actor,
    )
  })

export const copyBulkRouter = {
  create,
  ...rowBulkProcedures(copyBulks, {
    reading: procedure('copy:update', { takenBack: 'nothing' }),
    moving: procedure('copy:update', { takenBack: 'again' }),
  }),
}
