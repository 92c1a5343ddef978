import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useIsLending } from '#features/settings/settings.data.ts'
import { formatNumber } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { Panel, rowActionClass } from '#ui/panel.tsx'
import { ownLoansQuery } from '../own/own-loan.data.ts'

/** In the account of a linked reader: how many books they have, and the way to them. */
export const OwnLoansPanel = () => (useIsLending() ? <LinkedLoans /> : null)

function LinkedLoans() {
  const { data } = useQuery(ownLoansQuery)
  if (!data) return null
  const late = data.loans.filter(({ isLate }) => isLate).length
  const ready = data.holds.filter(({ readyUntil }) => readyUntil !== null).length
  const count = data.loans.length
  return (
    <Panel
      className="mt-4"
      title={m.own_title()}
      action={
        <Link to="/app/loans" aria-label={m.own_title()} className={`-my-3 ${rowActionClass}`}>
          {m.own_show()}
        </Link>
      }
    >
      <p className="text-sm text-muted">
        {data.owed.length > 0 && (
          <>
            <span className="font-semibold text-danger">
              {m.own_owes({ count: data.owed.length, shown: formatNumber(data.owed.length) })}
            </span>
            {' · '}
          </>
        )}
        {count === 0 ? m.own_none_title() : m.own_loan_count({ count, shown: formatNumber(count) })}
        {late > 0 && (
          <>
            {' · '}
            <span className="font-semibold text-danger">
              {m.own_late_count({ count: late, shown: formatNumber(late) })}
            </span>
          </>
        )}
        {ready > 0 && (
          <>
            {' · '}
            <span className="font-semibold text-accent">
              {m.own_ready_count({ count: ready, shown: formatNumber(ready) })}
            </span>
          </>
        )}
      </p>
    </Panel>
  )
}
