import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatDay, formatNumber } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { buttonClass } from '#ui/button.tsx'
import { ManagerPage } from '#ui/manager-page.tsx'
import { Panel } from '#ui/panel.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { overdueQuery } from './overdue.data.ts'
import type { OverdueLoan } from './overdue.schema.ts'

/** Who has which book that is late, by class. On paper each class has its own sheet. */
export function OverduePage() {
  const { items, total } = useSuspenseQuery(overdueQuery).data
  const groups = Map.groupBy(items, ({ group }) => group)
  return (
    <ManagerPage
      title={m.overdue_title()}
      actions={
        items.length > 0 && (
          <>
            <a href="/api/v1/loans/overdue/export" download className={buttonClass('second')}>
              {m.activity_export()}
            </a>
            <button type="button" className={buttonClass('second', 'max-md:hidden')} onClick={() => window.print()}>
              {m.print_list()}
            </button>
          </>
        )
      }
    >
      {items.length === 0 && (
        <EmptyState
          title={m.overdue_none()}
          text={m.overdue_none_text()}
          action={
            <Link to="/manager/desk" className={buttonClass('second')}>
              {m.desk_title()}
            </Link>
          }
        />
      )}
      {total > items.length && (
        <p className="mb-3 text-muted">
          {m.overdue_some({ shown: formatNumber(items.length), all: formatNumber(total) })}
        </p>
      )}
      <div className="grid gap-4 print:block">
        {[...groups].map(([group, loans]) => (
          <Group key={group ?? ''} name={group ?? m.overdue_without_group()} loans={loans} />
        ))}
      </div>
    </ManagerPage>
  )
}

function Group({ name, loans }: { name: string; loans: readonly OverdueLoan[] }) {
  return (
    <Panel
      title={name}
      action={<span className="text-sm text-muted tabular-nums">{formatNumber(loans.length)}</span>}
      className="print:break-after-page print:border-0 print:last:break-after-auto"
    >
      {/* eslint-disable-next-line jsx-a11y/no-redundant-roles -- Safari takes a list without bullets for none */}
      <ul role="list" className="mt-1.5">
        {loans.map((loan) => (
          <li
            key={loan.id}
            className="grid break-inside-avoid gap-x-4 border-t border-line py-2.5 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_minmax(0,2fr)] print:grid-cols-[2fr_3fr_2fr]"
          >
            <span className="min-w-0">
              <Link
                to="/manager/borrowers/$id"
                params={{ id: loan.borrowerId }}
                className="font-medium hover:underline"
              >
                <bdi>{loan.borrower}</bdi>
              </Link>{' '}
              {/* Two of a class may have one name. */}
              <span className="text-sm whitespace-nowrap text-muted">
                <bdi title={m.borrower_card()}>{loan.card}</bdi>
                {loan.schoolNumber !== '' && (
                  <>
                    {' · '}
                    <bdi title={m.borrower_school_number()}>{loan.schoolNumber}</bdi>
                  </>
                )}
              </span>
            </span>
            <span className="min-w-0">
              <Link to="/manager/books/$id" params={{ id: loan.bookId }} className="hover:underline">
                <bdi>{loan.title}</bdi>
              </Link>{' '}
              <bdi className="font-mono text-sm whitespace-nowrap text-muted">{loan.number}</bdi>
            </span>
            <span className="text-sm sm:text-end">
              <span className="font-semibold text-danger">
                {m.desk_days_late({ count: loan.daysLate, shown: formatNumber(loan.daysLate) })}
              </span>{' '}
              <span className="whitespace-nowrap text-muted">{m.borrower_late({ day: formatDay(loan.dueOn) })}</span>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
