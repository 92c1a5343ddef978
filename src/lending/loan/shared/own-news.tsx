import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { installationQuery, useIsLending } from '#kit/installation/installation.data.ts'
import { formatDate, formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Icon } from '#base/ui/icon.tsx'
import { useConnectionLost } from '#base/ui/state/use-connection-lost.ts'
import { ownLoansQuery } from '../own/own-loan.data.ts'
import type { OwnLoans } from '../own/own-loan.schema.ts'

interface Sentence {
  text: string
  /** Something is late or owed. */
  isBad?: boolean
}

/** What a reader must know of their books at once: what is owed, late, and ready to be fetched; empty for nothing. */
export function ownNews({ owed, loans, holds }: OwnLoans): Sentence[] {
  const late = loans.filter(({ isLate }) => isLate).length
  const ready = holds.filter(({ readyUntil }) => readyUntil !== null).length
  const news: Sentence[] = []
  if (owed.length > 0)
    news.push({ text: m.own_owes({ count: owed.length, shown: formatNumber(owed.length) }), isBad: true })
  if (late > 0) news.push({ text: m.own_late_count({ count: late, shown: formatNumber(late) }), isBad: true })
  if (ready > 0) news.push({ text: m.own_ready_count({ count: ready, shown: formatNumber(ready) }) })
  return news
}

/** The news, in a line. */
export const OwnNewsText = ({ news }: { news: readonly Sentence[] }) =>
  news.map(({ text, isBad = false }, at) => (
    <Fragment key={text}>
      {at > 0 && ' · '}
      <span className={`font-semibold ${isBad ? 'text-danger' : 'text-accent'}`}>{text}</span>
    </Fragment>
  ))

/** The news of a linked reader; empty for nobody else. */
function useOwnNews(): Sentence[] {
  const { data } = useQuery({ ...ownLoansQuery, enabled: useIsLending() })
  return data ? ownNews(data) : []
}

/** The day of the last answer, to stand before the news while there is no connection; else empty. */
export function useKnownOn(): string {
  const { dataUpdatedAt } = useQuery({ ...ownLoansQuery, enabled: false })
  const timeZone = useQueryClient().getQueryData(installationQuery.queryKey)?.timeZone ?? 'UTC'
  const isLost = useConnectionLost() !== undefined
  return isLost ? `${m.common_label({ label: formatDate(new Date(dataUpdatedAt), timeZone) })} ` : ''
}

/** At the top of the reader's home page: what is late or ready, and the way to it. */
export function OwnNews() {
  const news = useOwnNews()
  const known = useKnownOn()
  if (news.length === 0) return null
  const isBad = news.some((one) => one.isBad)
  return (
    <Link
      to="/app/loans"
      className={`mt-4 flex min-h-12 max-w-2xl items-center gap-3 rounded-md border border-line px-4 py-2.5 hover:border-line-strong ${isBad ? 'bg-surface' : 'bg-accent-soft'}`}
    >
      <span className={isBad ? 'text-danger' : 'text-accent'}>
        <Icon name={isBad ? 'alert' : 'clock'} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="sr-only">{m.common_label({ label: m.own_title() })} </span>
        {known}
        <OwnNewsText news={news} />
      </span>
      <Icon name="chevron" className="size-4 text-muted" />
    </Link>
  )
}

/** Asks for the news on the server; a browser does by itself. */
export const loadOwnNews = async ({ queryClient }: { queryClient: QueryClient }): Promise<void> => {
  if (import.meta.env.SSR && queryClient.getQueryData(installationQuery.queryKey)?.isLending)
    await queryClient.query(ownLoansQuery)
}

/** In the tab of the own books: a dot, and its meaning for who cannot see it. */
export const OwnNewsMark = ({ to }: { to: string }) => to === '/app/loans' && <OwnNewsDot />

function OwnNewsDot() {
  const news = useOwnNews()
  if (news.length === 0) return null
  const color = news.some(({ isBad }) => isBad) ? 'bg-danger' : 'bg-accent'
  return (
    <>
      <span
        aria-hidden="true"
        className={`absolute -end-1 -top-0.5 size-2.5 rounded-full ring-2 ring-surface forced-colors:bg-[Highlight] ${color}`}
      />
      <span className="sr-only">{news.map(({ text }) => text).join(', ')} </span>
    </>
  )
}
