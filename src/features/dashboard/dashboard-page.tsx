import { useSuspenseQuery } from '@tanstack/react-query'
import { formatNumber } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { totalsQuery } from './dashboard.data.ts'

/** The manager's first page: how much there is. */
export function DashboardPage() {
  const { data } = useSuspenseQuery(totalsQuery)
  const cards = [
    { label: m.dashboard_books(), value: data.books },
    { label: m.dashboard_genres(), value: data.genres },
    { label: m.dashboard_users(), value: data.users },
  ]
  return (
    <main id="content" className="px-5 py-5 md:px-7">
      <h1 className="text-2xl">{m.dashboard_title()}</h1>
      <dl className="mt-5 grid gap-4 sm:grid-cols-3">
        {cards.map(({ label, value }) => (
          <div key={label} className="rounded-md border border-line bg-raised px-4.5 py-4">
            <dt className="text-[0.8125rem] text-muted">{label}</dt>
            <dd className="font-serif text-3xl font-semibold tabular-nums">{formatNumber(value)}</dd>
          </div>
        ))}
      </dl>
    </main>
  )
}
