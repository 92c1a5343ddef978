import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { loansOfBorrowerQuery } from '#features/loan/loan.data.ts'
import { FieldList } from '#features/noun/shared/field-list.tsx'
import { RowMissingPage } from '#features/noun/shared/row-missing-page.tsx'
import { formatDay } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { buttonClass } from '#ui/button.tsx'
import { ListBackLink } from '#ui/list/list-back-link.tsx'
import { ManagerPage } from '#ui/manager-page.tsx'
import { panelClass } from '#ui/panel.tsx'
import { BorrowerAccount } from './borrower-account.tsx'
import { BorrowerErase } from './borrower-erase.tsx'
import { borrowerQuery } from './borrower.data.ts'
import { borrowerWords } from './borrower.words.ts'

/** A borrower, for managers: the fields, the books on loan, the ways to change and to erase. */
export function BorrowerPage({ id, timeZone }: { id: string; timeZone: string }) {
  const { data: borrower } = useSuspenseQuery(borrowerQuery(id))
  return (
    <ManagerPage
      title={borrower.name}
      trail={<ListBackLink to="/manager/borrowers" label={m.borrower_list()} />}
      actions={
        <>
          <BorrowerErase borrower={borrower} />
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
          <OpenLoans id={id} />
          <BorrowerAccount borrower={borrower} />
        </div>
      </div>
    </ManagerPage>
  )
}

function OpenLoans({ id }: { id: string }) {
  const { data } = useQuery(loansOfBorrowerQuery(id))
  return (
    <section className={panelClass}>
      <h2 className="mb-2 font-semibold">{m.loan_list()}</h2>
      {data?.items.length === 0 && <p className="text-muted">{m.borrower_no_loans()}</p>}
      <ul>
        {data?.items.map(({ id: loanId, title, number, dueOn, daysLate }) => (
          <li key={loanId} className="border-line py-2.5 not-first:border-t">
            <span dir="auto" className="block font-medium">
              {title ?? number}
            </span>
            <span className={`text-sm ${daysLate > 0 ? 'font-semibold text-danger' : 'text-muted'}`}>
              {daysLate > 0 ? m.borrower_late({ day: formatDay(dueOn) }) : m.borrower_due({ day: formatDay(dueOn) })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Stands for a borrower that does not exist. */
export const BorrowerMissingPage = () => (
  <RowMissingPage kind="borrower" title={m.borrower_gone()} showAll={m.borrower_show_all()} />
)
