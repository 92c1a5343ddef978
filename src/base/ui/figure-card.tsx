import { Link, type LinkProps } from '@tanstack/react-router'
import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { panelClass } from './panel.tsx'

interface FigureCardProps {
  label: string
  /** Link to the list of what the card counts. */
  link: Pick<LinkProps, 'to' | 'search'>
  value: number
  /** How many of the counted rows were added this month. */
  added?: number | undefined
}

/** A figure of the dashboard, in a list of terms; the whole card leads to what it counts. */
export function FigureCard({ label, link, value, added = 0 }: FigureCardProps) {
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
