import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { installationQuery } from '#kit/installation/installation.data.ts'
import { formatDay, formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { buttonClass } from '#base/ui/button.tsx'
import { ManagerPage } from '#base/ui/manager-page.tsx'
import { Panel } from '#base/ui/panel.tsx'
import { EmptyState } from '#base/ui/state/empty-state.tsx'
import { LateFilters } from '../shared/late-filters.tsx'
import { overdueQuery } from './overdue.data.ts'
import { lateSearch, type OverdueFilter, type OverdueLoan } from './overdue.schema.ts'
import { overdueActions } from './overdue.slots.ts'
import { classSetLinks } from '../loan.slots.ts'

interface OverduePageProps {
  filter: OverdueFilter
  groups: readonly { id: string; name: string }[]
}

/** Who has which book that is late, by class. On paper each class has its own sheet. */
export function OverduePage({ filter, groups }: OverduePageProps) {
  const { items, total, day } = useSuspenseQuery(overdueQuery(filter)).data
  const { data: installation } = useSuspenseQuery(installationQuery)
  const isNarrowed = filter.groupId !== undefined || filter.days > 1
  const navigate = useNavigate()
  const byGroup = Map.groupBy(items, ({ group }) => group)
  return (
    <ManagerPage
      title={m.overdue_title()}
      filters={
        <LateFilters
          filter={filter}
          groups={groups}
          onChange={(next) =>
            void navigate({ to: '/manager/overdue', search: lateSearch({ ...filter, ...next }), replace: true })
          }
        />
      }
      actions={
        items.length > 0 && (
          <>
            <overdueActions.Parts filter={filter} />
            <a href={fileOf(filter)} download className={buttonClass('second')}>
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
          title={isNarrowed ? m.overdue_none_found() : m.overdue_none()}
          text={isNarrowed ? m.overdue_none_found_text() : m.overdue_none_text()}
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
        {[...byGroup].map(([group, loans]) => (
          <Group
            key={group ?? ''}
            name={group ?? m.overdue_without_group()}
            library={installation.libraryName ?? m.letter_library()}
            day={day}
            loans={loans}
          />
        ))}
      </div>
    </ManagerPage>
  )
}

interface GroupProps {
  name: string
  library: string
  day: string
  loans: readonly OverdueLoan[]
}

/** The address of the same list as a file. */
const fileOf = ({ groupId, days }: OverdueFilter): string =>
  `/api/v1/loans/overdue/export?${new URLSearchParams({ days: String(days), ...(groupId !== undefined && { groupId }) })}`

function Group({ name, library, day, loans }: GroupProps) {
  return (
    <div className="print:break-after-page print:last:break-after-auto">
      {/* Every sheet of paper says whose it is, what and of which day. */}
      <p className="mb-2 hidden border-b border-line pb-1 print:block">
        <b className="font-serif">{library}</b> · <span>{[m.overdue_title(), formatDay(day)].join(' · ')}</span>
      </p>
      <Panel
        title={name}
        action={<span className="text-sm text-muted tabular-nums">{formatNumber(loans.length)}</span>}
        className="print:border-0 print:p-0"
      >
        {/* eslint-disable-next-line jsx-a11y/no-redundant-roles -- Safari takes a list without bullets for none */}
        <ul role="list" className="mt-1.5">
          {loans.map((loan) => (
            <li
              key={loan.id}
              className="grid break-inside-avoid gap-x-4 border-t border-line py-2.5 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_minmax(0,2fr)] print:grid-cols-[2fr_3fr_2fr]"
            >
              <span className="min-w-0">
                <Taker loan={loan} /> {/* Two borrowers of a class may have the same name. */}
                <span className="text-sm text-muted [overflow-wrap:anywhere]">
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
                {loan.set ? (
                  <span className="text-sm text-muted">
                    {m.class_set_late({ count: loan.set.count, shown: formatNumber(loan.set.count) })}
                  </span>
                ) : (
                  <bdi className="font-mono text-sm text-muted [overflow-wrap:anywhere]">{loan.number}</bdi>
                )}
              </span>
              <span className="text-sm sm:text-end">
                <span className="font-semibold text-danger">
                  {m.desk_days_late({ count: loan.daysLate, shown: formatNumber(loan.daysLate) })}
                </span>{' '}
                <span className="text-muted">{m.borrower_was_due({ day: formatDay(loan.dueOn) })}</span>
              </span>
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  )
}

/** Who has what is late: a borrower, or the class as a whole. */
function Taker({ loan: { borrowerId, borrower, set } }: { loan: OverdueLoan }) {
  if (borrowerId !== null)
    return (
      <Link to="/manager/borrowers/$id" params={{ id: borrowerId }} className="font-medium hover:underline">
        <bdi>{borrower}</bdi>
      </Link>
    )
  if (!set) return null
  const name = m.class_set_one()
  return (
    <classSetLinks.Parts id={set.id} className="font-medium hover:underline" otherwise={name}>
      {name}
    </classSetLinks.Parts>
  )
}
