import { db } from '#base/db/connection/client.server.ts'
import { undoRowUpdate, undosOfRows } from '#kit/activity/shared/undo-row.server.ts'
import { eachOf, type ServerSlice } from '#kit/slice.server.ts'
import { undoBorrowerCreate, undoBorrowerDelete } from './borrower/shared/undo-borrower.server.ts'
import { purgeBorrowers } from './borrower/shared/borrower-trash.server.ts'
import { borrowerViewSchema } from './borrower/borrower-search.schema.ts'
import { copyViewSchema } from './copy/copy-search.schema.ts'
import { conditionSchema } from './copy/copy.schema.ts'
import { purgeCopies } from './copy/trash/copy-trash.server.ts'
import { copyBulks } from './copy/bulk/copy-bulk.server.ts'
import { copyByLabel } from './copy/shared/labelled-copy.server.ts'
import { requireNeverLent } from './copy/shared/never-lent.server.ts'
import { lendingConstraints, lendingErrors } from './lending.errors.server.ts'
import { cleanUpLoans } from './loan/loan-clean-up.server.ts'
import { exportLoans } from './loan/loan-export.server.ts'
import { requireNotOnLoan } from './loan/shared/books-on-loan.server.ts'
import { copiesOf, freeNow, hasFreeCopy } from './loan/shared/free-copies.server.ts'
import { mergeHolds } from './loan/shared/hand-over.server.ts'
import { settleHolds } from './loan/shared/holds.server.ts'
import { takeConditionBack } from './loan/shared/lost-loan.server.ts'

const undosOfCopies = undosOfRows('copy', {
  updating: (tx, { subjectId: copyId, at }, row, values) =>
    takeConditionBack(
      tx,
      {
        copyId,
        before: conditionSchema.parse(row.condition),
        after: conditionSchema.parse(values.condition ?? row.condition),
      },
      at,
    ),
  deleting: requireNeverLent,
  // A change of a copy means something to who waits.
  done: settleHolds,
})

/** What copies, borrowers and loans contribute on the server. */
export const lendingSlice: ServerSlice = {
  errors: lendingErrors,
  constraints: lendingConstraints,
  undos: {
    ...undosOfCopies,
    'borrower.create': { permission: 'borrower:delete', needs: 'item', run: eachOf(undoBorrowerCreate) },
    'borrower.update': {
      permission: 'borrower:update',
      needs: 'item',
      run: eachOf((tx, entry) => undoRowUpdate(tx, entry)),
    },
    'borrower.delete': { permission: 'borrower:delete', needs: 'deleted', run: eachOf(undoBorrowerDelete) },
    'borrower.restore': { permission: 'borrower:delete', needs: 'item', run: eachOf(undoBorrowerCreate) },
  },
  bulkStates: copyBulks.states,
  jobs: [copyBulks.job],
  cleanUps: [
    ({ trashEnd }) => db.transaction((tx) => purgeBorrowers(tx, trashEnd)),
    ({ trashEnd }) => db.transaction((tx) => purgeCopies(tx, trashEnd)),
    cleanUpLoans,
  ],
  views: {
    copies: { access: 'copy:read', search: copyViewSchema },
    borrowers: { access: 'borrower:read', search: borrowerViewSchema },
  },
  loanFile: exportLoans,
  bookShelf: { copiesOf, labelled: copyByLabel, hasFreeCopy, version: freeNow },
  bookFacts: { deleting: requireNotOnLoan, merging: mergeHolds, moved: settleHolds },
}
