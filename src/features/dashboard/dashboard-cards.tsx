import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatNumber } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { panelClass } from '#ui/panel.tsx'
import type { Figures } from './dashboard.schema.ts'

/** Counts of books, authors, genres and users, linked to their lists. */
export function DashboardCards({ figures }: { figures: Figures }) {
  const added = figures.months.at(-1)?.books ?? 0
  return (
    <dl className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
      <Card
        label={
          <Link to="/manager/books" className={LINK}>
            {m.dashboard_books()}
          </Link>
        }
        value={figures.counts.book}
        note={added > 0 && m.dashboard_this_month({ count: formatNumber(added) })}
      />
      <Card
        label={
          <Link to="/manager/books" search={{ sort: 'author' }} className={LINK}>
            {m.dashboard_authors()}
          </Link>
        }
        value={figures.authors}
      />
      <Card
        label={
          <Link to="/manager/genres" className={LINK}>
            {m.dashboard_genres()}
          </Link>
        }
        value={figures.counts.genre}
      />
      <Card
        label={
          <Link to="/manager/users" className={LINK}>
            {m.dashboard_users()}
          </Link>
        }
        value={figures.counts.user}
        note={figures.newUsers > 0 && m.dashboard_this_month({ count: formatNumber(figures.newUsers) })}
      />
    </dl>
  )
}

/** Extends the link's target to the whole card. */
const LINK = 'after:absolute after:inset-0 after:rounded-md hover:underline'

function Card({ label, value, note }: { label: ReactNode; value: number; note?: ReactNode }) {
  return (
    <div className={`${panelClass} relative flex flex-col has-[a:hover]:border-line-strong`}>
      <dt className="text-[0.8125rem] text-muted">{label}</dt>
      <dd className="font-serif text-2xl leading-snug font-semibold whitespace-nowrap tabular-nums">
        {formatNumber(value)}
      </dd>
      {note && <dd className="text-[0.8125rem] text-success">{note}</dd>}
    </div>
  )
}
