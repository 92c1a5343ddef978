import { withActor } from '#base/db/actor.server.ts'
import { retryTransaction } from '#base/db/connection/retry-transaction.server.ts'
import { documentProblems } from '#base/openapi/document-problems.server.ts'
import { requireId } from '#base/rpc/not-found.server.ts'
import { procedure, requireAccess } from '#base/rpc/procedure.server.ts'
import { borrowerSchema } from '#lending/borrower/borrower.schema.ts'
import { findBorrower } from '#lending/borrower/shared/borrower-list.server.ts'
import { borrowerMergeSchema } from './borrower-merge.schema.ts'
import { mergeBorrowers } from './borrower-merge.server.ts'

/**
 * Merges a borrower into another one, and returns the one who stays. VALIDATION_ERROR at `otherId` for one and the same, NOT_FOUND,
 * CONFLICT where one of them was changed since.
 */
const merge = procedure('borrower:update', { takenBack: 'undo' })
  .route({
    method: 'POST',
    path: '/borrowers/{id}/merge',
    operationId: 'mergeBorrowers',
    summary: 'Merge two borrowers who are one person',
    description:
      'The borrower of the path gets loans, what is owed and holds of the other one, and the fields that are named in `take`. The other one is in the trash then: restoring parts them again, with the loans and holds of each, also where something was lent since.',
    successDescription: 'The borrower who stays.',
    tags: ['Borrowers'],
    spec: documentProblems('CONFLICT'),
  })
  .input(borrowerMergeSchema)
  .output(borrowerSchema)
  .handler(({ input, context }) => {
    const { session } = context
    requireAccess(session, 'borrower:delete')
    const id = requireId(input.id)
    return retryTransaction(() =>
      withActor('none', async (tx) => {
        await mergeBorrowers(tx, { ...input, id }, session.actor)
        const merged = await findBorrower(id, tx)
        await context.storeResponse?.(merged)
        return merged
      }),
    )
  })

export const borrowerMergeRouter = { merge }
