import { call } from '@orpc/server'
import { answerForm, pageBefore, seeOther, type ShowAgain } from '#base/rpc/answer-form.server.ts'
import { contextOf } from '#base/rpc/procedure.server.ts'
import { ownLoanRouter } from './own-loan.router.server.ts'

const { renew, reserve, cancel } = ownLoanRouter

/** Handles a button of a reader's loans without script: does it, and shows the page again on which it stands. */
export const postOwnLoan = <T>(request: Request, showAgain: ShowAgain<T>): Promise<Response | T> =>
  answerForm(request, showAgain, async ({ act, id = '' }) => {
    const context = await contextOf(request.headers)
    if (act === 'renew') await call(renew, { loanId: id }, { context })
    if (act === 'reserve') await call(reserve, { bookId: id }, { context })
    if (act === 'cancel') await call(cancel, { holdId: id }, { context })
    return seeOther(pageBefore(request, '/app/loans'))
  })
