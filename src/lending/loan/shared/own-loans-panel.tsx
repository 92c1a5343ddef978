import { useQuery, type QueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { installationQuery, useIsLending } from '#kit/installation/installation.data.ts'
import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Panel, rowActionClass } from '#base/ui/panel.tsx'
import { ownLoansQuery } from '../own/own-loan.data.ts'
import { ownNews, OwnNewsText, useKnownOn } from './own-news.tsx'

/** Asks for the own loans, where the library lends. */
export const loadOwnLoans = async ({ queryClient }: { queryClient: QueryClient }): Promise<void> => {
  if (queryClient.getQueryData(installationQuery.queryKey)?.isLending) await queryClient.query(ownLoansQuery)
}

/** In the account of a linked reader: how many books they have, and the way to them. */
export const OwnLoansPanel = () => (useIsLending() ? <LinkedLoans /> : null)

function LinkedLoans() {
  const { data } = useQuery(ownLoansQuery)
  const known = useKnownOn()
  if (!data) return null
  const count = data.loans.length
  const news = ownNews(data)
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
        {known}
        {count === 0 ? m.own_none_title() : m.own_loan_count({ count, shown: formatNumber(count) })}
        {news.length > 0 && ' · '}
        <OwnNewsText news={news} />
      </p>
    </Panel>
  )
}
