import { Link, type LinkProps } from '@tanstack/react-router'
import { formatNumber } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { panelClass } from '#ui/panel.tsx'
import type { Figures } from './dashboard.schema.ts'

/** Counts of books, authors, genres and users, and of loans where books are lent, linked to their lists. */
export function DashboardCards({ figures }: { figures: Figures }) {
  const { counts, authors, months, newUsers, lending, attention } = figures
  return (
    <dl className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
      <Card
        label={m.dashboard_books()}
        link={{ to: '/manager/books' }}
        value={counts.book}
        added={months.at(-1)?.books}
      />
      <Card label={m.dashboard_authors()} link={{ to: '/manager/books', search: { sort: 'author' } }} value={authors} />
      <Card label={m.dashboard_genres()} link={{ to: '/manager/genres' }} value={counts.genre} />
      <Card label={m.dashboard_users()} link={{ to: '/manager/users' }} value={counts.user} added={newUsers} />
      {lending && (
        <>
          <Card label={m.dashboard_on_loan()} link={{ to: '/manager/desk' }} value={lending.onLoan} />
          <Card label={m.overdue_title()} link={{ to: '/manager/overdue' }} value={attention.overdue} />
          <Card label={m.dashboard_lent_today()} link={{ to: '/manager/desk' }} value={lending.lentToday} />
          <Card label={m.borrower_list()} link={{ to: '/manager/borrowers' }} value={counts.borrower} />
        </>
      )}
    </dl>
  )
}

interface CardProps {
  label: string
  /** The list of what is counted. */
  link: Pick<LinkProps, 'to' | 'search'>
  value: number
  /** How many of them were added this month. */
  added?: number | undefined
}

function Card({ label, link, value, added = 0 }: CardProps) {
  return (
    <div className={`${panelClass} relative flex flex-col has-[a:hover]:border-line-strong`}>
      <dt className="text-[0.8125rem] text-muted">
        {/* The whole card is the link's target. */}
        <Link {...link} className="after:absolute after:inset-0 after:rounded-md hover:underline">
          {label}
        </Link>
      </dt>
      <dd className="font-serif text-2xl leading-snug font-semibold whitespace-nowrap tabular-nums">
        {formatNumber(value)}
      </dd>
      {added > 0 && (
        <dd className="text-[0.8125rem] text-success">{m.dashboard_this_month({ count: formatNumber(added) })}</dd>
      )}
    </div>
  )
}
