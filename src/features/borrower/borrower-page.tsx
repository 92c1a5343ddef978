import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FieldList } from '#features/noun/shared/field-list.tsx'
import { RowMissingPage } from '#features/noun/shared/row-missing-page.tsx'
import { m } from '#i18n/paraglide/messages.js'
import { buttonClass } from '#ui/button.tsx'
import { ListBackLink } from '#ui/list/list-back-link.tsx'
import { ManagerPage } from '#ui/manager-page.tsx'
import { panelClass } from '#ui/panel.tsx'
import { BorrowerAccount } from './borrower-account.tsx'
import { BorrowerErase } from './borrower-erase.tsx'
import { OpenLoans, PastLoans } from './borrower-loans.tsx'
import { borrowerQuery } from './borrower.data.ts'
import { borrowerWords } from './borrower.words.ts'

/** A borrower, for managers: the fields, the books on loan and before, the ways to change and to erase. */
export function BorrowerPage({ id, timeZone }: { id: string; timeZone: string }) {
  const { data: borrower } = useSuspenseQuery(borrowerQuery(id))
  return (
    <ManagerPage
      title={borrower.name}
      trail={<ListBackLink to="/manager/borrowers" label={m.borrower_list()} />}
      actions={
        <>
          <BorrowerErase borrower={borrower} />
          <Link to="/manager/desk" state={{ borrower: { card: borrower.card } }} className={buttonClass('second')}>
            {m.borrower_lend()}
          </Link>
          <Link
            to="/manager/borrowers/$id/update"
            params={{ id }}
            state={{ isFromDetail: true }}
            className={buttonClass()}
          >
            {m.noun_edit()}
          </Link>
        </>
      }
    >
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2">
        <div className={panelClass}>
          <FieldList
            fields={borrowerWords.fields}
            row={{ ...borrower, groupId: borrower.groupName }}
            timeZone={timeZone}
          />
        </div>
        <div className="grid gap-4">
          <OpenLoans borrowerId={id} />
          <PastLoans borrowerId={id} timeZone={timeZone} />
          <BorrowerAccount borrower={borrower} />
        </div>
      </div>
    </ManagerPage>
  )
}

/** Stands for a borrower that does not exist. */
export const BorrowerMissingPage = () => (
  <RowMissingPage kind="borrower" title={m.borrower_gone()} showAll={m.borrower_show_all()} />
)
