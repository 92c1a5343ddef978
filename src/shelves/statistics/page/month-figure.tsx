import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { panelClass } from '#base/ui/panel.tsx'
import { monthFiguresQuery } from '../statistics.data.ts'

/** On the dashboard, below the figures: loans of this month beside the same days of last year, with the way to the statistics. */
export function MonthFigure() {
  const { data } = useQuery(monthFiguresQuery)
  return (
    <div
      className={`${panelClass} relative col-span-full flex flex-wrap items-baseline gap-x-3 has-[a:hover]:border-line-strong`}
    >
      <dt className="text-[0.8125rem] text-muted">
        {/* The whole card is the link's target. */}
        <Link to="/manager/statistics" className="after:absolute after:inset-0 after:rounded-md hover:underline">
          {m.statistics_lent_this_month()}
        </Link>
      </dt>
      <dd className="font-serif text-xl leading-snug font-semibold tabular-nums">
        {data ? formatNumber(data.loans) : '…'}
      </dd>
      <dd className="text-[0.8125rem] text-muted">
        {data && m.statistics_last_year({ count: formatNumber(data.before) })}
      </dd>
    </div>
  )
}
