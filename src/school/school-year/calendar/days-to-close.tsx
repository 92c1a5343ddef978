import { formatDay, formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { rowActionClass } from '#base/ui/panel.tsx'
import type { Stretch } from './calendar.schema.ts'

/** The first and the last day of a stretch, or the only one, in words. */
export const daysWord = ({ from, to }: Pick<Stretch, 'from' | 'to'>): string =>
  from === to ? formatDay(from) : m.closed_from_to({ from: formatDay(from), to: formatDay(to) })

interface DaysToCloseProps {
  days: readonly Stretch[]
  onRemove: (days: Stretch) => void
}

/** Days that are to be closed, of which each can be left out. */
export function DaysToClose({ days, onRemove }: DaysToCloseProps) {
  if (days.length === 0) return null
  return (
    <>
      <h2 className="text-base">{m.calendar_to_close({ count: formatNumber(days.length) })}</h2>
      {/* eslint-disable-next-line jsx-a11y/no-redundant-roles -- Safari takes a list without bullets for none */}
      <ul role="list" className="mt-1 mb-3">
        {days.map((stretch) => (
          <li
            key={`${stretch.from} ${stretch.to} ${stretch.note}`}
            className="flex flex-wrap items-center gap-x-5 border-t border-line first:border-0"
          >
            <span className="min-w-[min(9rem,100%)] flex-1 break-words">
              {daysWord(stretch)} <bdi className="text-sm text-muted">{stretch.note}</bdi>
            </span>
            <button
              type="button"
              className={rowActionClass}
              aria-label={m.calendar_leave_out_of({ days: daysWord(stretch) })}
              onClick={() => onRemove(stretch)}
            >
              {m.class_list_leave_out()}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
