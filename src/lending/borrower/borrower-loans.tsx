import { useState } from 'react'
import { renewLoan } from '#lending/desk/shared/renew-loan.data.ts'
import type { NoticeCode } from '#lending/desk/desk-parts.schema.ts'
import type { BorrowerLending, LentBook } from '#lending/loan/borrower-lending.schema.ts'
import { LoseLoan } from '#lending/loan/shared/lose-loan.tsx'
import { useRefreshLending } from '#lending/loan/shared/use-refresh-lending.ts'
import { formatDay, formatNumber } from '#base/i18n/format.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Button } from '#base/ui/button.tsx'
import { ConfirmDialog } from '#base/ui/dialog/confirm-dialog.tsx'
import { Dialog } from '#base/ui/dialog/dialog.tsx'
import { Panel, rowActionClass } from '#base/ui/panel.tsx'
import { toast } from '#base/ui/toast/toast.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { BorrowerBookRow, BookRows } from './book-row.tsx'
import { renewalRefusal, type Refusal } from './renewal-refusal.ts'

interface OpenLoansProps {
  borrower: { id: string; name: string }
  lending: Pick<BorrowerLending, 'loans' | 'booksAtATime'>
}

/** The books that a borrower has, each with the ways to renew it and to say that it is lost. */
export function OpenLoans({ borrower, lending: { loans, booksAtATime } }: OpenLoansProps) {
  return (
    <Panel
      title={m.loan_list()}
      action={
        <span className="text-sm text-muted">
          {m.desk_books_of({ shown: formatNumber(loans.length), most: formatNumber(booksAtATime) })}
        </span>
      }
    >
      {loans.length === 0 && <p className="mt-1 text-muted">{m.borrower_no_loans()}</p>}
      <BookRows>
        {loans.map((loan) => (
          <BorrowerBookRow
            key={loan.id}
            book={loan.book}
            number={loan.copy.number}
            actions={
              <>
                <Renew borrowerId={borrower.id} loan={loan} />
                <LoseLoan name={borrower.name} loan={loan} />
              </>
            }
          >
            <span className={loan.daysLate > 0 ? 'font-semibold text-danger' : ''}>
              {loan.daysLate > 0
                ? m.borrower_was_due({ day: formatDay(loan.dueOn) })
                : m.borrower_due({ day: formatDay(loan.dueOn) })}
            </span>
          </BorrowerBookRow>
        ))}
      </BookRows>
    </Panel>
  )
}

function Renew({ borrowerId, loan: { id, book } }: { borrowerId: string; loan: LentBook }) {
  const refresh = useRefreshLending()
  const [refusal, setRefusal] = useState<Refusal>()
  const renew = useAction(
    async (accepted: readonly NoticeCode[]) => {
      const answer = await renewLoan({ data: { borrowerId, loanId: id, accepted: [...accepted] } })
      await refresh()
      const [renewed] = answer.renewed
      const [unchanged] = answer.unchanged
      const [refused] = answer.refused
      setRefusal(refused && renewalRefusal(refused.notices))
      if (renewed) void toast({ type: 'success', title: m.borrower_renewed({ day: formatDay(renewed.dueOn) }) })
      if (unchanged)
        void toast({
          type: 'warning',
          title: m.own_not_renewed(),
          description: m.borrower_not_later({ day: formatDay(unchanged.dueOn) }),
        })
    },
    { failure: m.own_not_renewed() },
  )
  const close = () => setRefusal(undefined)
  return (
    <>
      <button
        {...blockedInDemo}
        type="button"
        aria-label={m.desk_renew_of({ title: book.title })}
        aria-disabled={renew.isBusy || undefined}
        className={rowActionClass}
        onClick={() => void renew.run([])}
      >
        {m.desk_renew()}
      </button>
      {refusal && !refusal.codes ? (
        <Dialog
          isAlert
          isOpen
          onClose={close}
          title={m.own_not_renewed()}
          description={refusal.text}
          closeLabel={m.common_close()}
        >
          <Button onClick={close}>{m.common_close()}</Button>
        </Dialog>
      ) : (
        <ConfirmDialog
          isOpen={refusal !== undefined}
          onClose={close}
          title={m.borrower_renew_title({ title: isolated(book.title) })}
          text={refusal?.text ?? ''}
          action={m.desk_go_on()}
          isBusy={renew.isBusy}
          onConfirm={() => void renew.run(refusal?.codes ?? [])}
        />
      )}
    </>
  )
}
