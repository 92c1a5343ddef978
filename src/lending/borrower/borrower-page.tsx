import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FieldList } from '#kit/noun/shared/field-list.tsx'
import { lendingOfBorrowerQuery } from '#lending/loan/loan.data.ts'
import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Badge } from '#base/ui/badge.tsx'
import { buttonClass } from '#base/ui/button.tsx'
import { ListBackLink } from '#base/ui/list/list-back-link.tsx'
import { ManagerPage } from '#base/ui/manager-page.tsx'
import { Panel, panelClass } from '#base/ui/panel.tsx'
import { PanelState } from '#base/ui/state/panel-state.tsx'
import { BorrowerAccount } from './borrower-account.tsx'
import { HeldBooks } from './borrower-holds.tsx'
import { OpenLoans } from './borrower-loans.tsx'
import { OwedBooks } from './borrower-owed.tsx'
import { PastLoans } from './borrower-past-loans.tsx'
import { BorrowerRemove } from './borrower-remove.tsx'
import { borrowerActions } from './borrower.slots.ts'
import { borrowerQuery } from './borrower.data.ts'
import { borrowerPanels } from './borrower.slots.ts'
import { borrowerWords } from './borrower.words.ts'
import { ReserveBook } from './reserve-book.tsx'

/**
 * A borrower, for managers: what is owed, the fields, the books on loan, reserved and before, the ways to change, and at the end
 * to delete.
 */
export function BorrowerPage({ id, timeZone }: { id: string; timeZone: string }) {
  const { data: borrower } = useSuspenseQuery(borrowerQuery(id))
  const lending = useQuery(lendingOfBorrowerQuery(id))
  return (
    <ManagerPage
      title={borrower.name}
      trail={<ListBackLink to="/manager/borrowers" label={m.borrower_list()} />}
      badge={
        borrower.owes > 0 && (
          <Badge look="danger">{m.borrower_owes({ count: borrower.owes, shown: formatNumber(borrower.owes) })}</Badge>
        )
      }
      actions={
        <>
          <Link
            to="/manager/borrowers/$id/update"
            params={{ id }}
            state={{ isFromDetail: true }}
            className={buttonClass('second')}
          >
            {m.noun_edit()}
          </Link>
          <ReserveBook borrower={borrower} />
          <Link to="/manager/desk" state={{ borrower: { card: borrower.card } }} className={buttonClass()}>
            {m.borrower_lend()}
          </Link>
        </>
      }
    >
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2">
        {lending.data && lending.data.owed.length > 0 && (
          <div className="xl:col-span-2">
            <OwedBooks owed={lending.data.owed} timeZone={timeZone} />
          </div>
        )}
        <div className={panelClass}>
          <FieldList
            fields={borrowerWords.fields}
            row={{ ...borrower, groupId: borrower.groupName }}
            timeZone={timeZone}
          />
        </div>
        <div className="grid gap-4">
          {lending.data ? (
            <>
              <OpenLoans borrower={borrower} lending={lending.data} />
              <HeldBooks holds={lending.data.holds} />
            </>
          ) : (
            <Panel title={m.loan_list()}>
              <PanelState title={m.borrower_loans_failed()} query={lending} />
            </Panel>
          )}
          <borrowerPanels.Parts borrower={borrower} timeZone={timeZone} />
          <PastLoans borrowerId={id} timeZone={timeZone} />
          <BorrowerAccount borrower={borrower} />
        </div>
      </div>
      <div className="mt-6 flex flex-wrap justify-end gap-3 max-sm:flex-col">
        <borrowerActions.Parts id={id} />
        <BorrowerRemove borrower={borrower} />
      </div>
    </ManagerPage>
  )
}
