import { borrowerRouter } from './borrower/borrower.router.server.ts'
import { borrowerGroupRouter } from './borrower/group/group.router.server.ts'
import { borrowerTrashRouter } from './borrower/trash/borrower-trash.router.server.ts'
import { copyBulkRouter } from './copy/bulk/copy-bulk.router.server.ts'
import { copyTrashRouter } from './copy/trash/copy-trash.router.server.ts'
import { copyRouter } from './copy/copy.router.server.ts'
import { deskRouter } from './desk/desk.router.server.ts'
import { holdRouter } from './loan/hold.router.server.ts'
import { loanRouter } from './loan/loan.router.server.ts'
import { overdueRouter } from './loan/overdue/overdue.router.server.ts'
import { ownLoanRouter } from './loan/own/own-loan.router.server.ts'

/** The procedures of lending. */
export const lendingRouter = {
  borrower: borrowerRouter,
  borrowerGroup: borrowerGroupRouter,
  borrowerTrash: borrowerTrashRouter,
  copy: copyRouter,
  copyBulk: copyBulkRouter,
  copyTrash: copyTrashRouter,
  desk: deskRouter,
  hold: holdRouter,
  loan: loanRouter,
  overdue: overdueRouter,
  ownLoan: ownLoanRouter,
}
