import { procedure, requireAccess } from '#base/rpc/procedure.server.ts'
import { chosenBorrowers } from '#lending/borrower/shared/borrower-list.server.ts'
import { rowBulkPreviewSchema, rowBulkSchema } from '#kit/row-bulk/shared/row-bulk.schema.ts'
import { rowBulkProcedures } from '#kit/row-bulk/shared/row-bulk-procedures.server.ts'
import { borrowerBulks, borrowerOperation } from './borrower-bulk.server.ts'
import { borrowerBulkInputSchema } from './borrower-bulk.schema.ts'

/** What a change of many borrowers would do now, in numbers. VALIDATION_ERROR at the field. */
const preview = procedure('borrower:update', { takenBack: 'nothing' })
  .input(borrowerBulkInputSchema)
  .output(rowBulkPreviewSchema)
  .handler(async ({ input }) =>
    borrowerBulks.preview(await borrowerOperation(input), await chosenBorrowers(input.borrowers)),
  )

/** Starts a change of many borrowers; what cannot be done to one leaves them alone and is in the report. VALIDATION_ERROR at the field. */
const create = procedure('borrower:update', { takenBack: 'undo' })
  .input(borrowerBulkInputSchema)
  .output(rowBulkSchema)
  .handler(async ({ input, context: { session } }) => {
    const operation = await borrowerOperation(input)
    requireAccess(session, borrowerBulks.permissionOf(operation))
    return borrowerBulks.create(operation, await chosenBorrowers(input.borrowers), session.actor)
  })

export const borrowerBulkRouter = {
  preview,
  create,
  ...rowBulkProcedures(borrowerBulks, {
    reading: procedure('borrower:update', { takenBack: 'nothing' }),
    moving: procedure('borrower:update', { takenBack: 'again' }),
  }),
}
