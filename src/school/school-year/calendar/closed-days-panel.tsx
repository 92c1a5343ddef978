import { useQueryClient } from '@tanstack/react-query'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Panel, rowActionClass } from '#base/ui/panel.tsx'
import { toast } from '#base/ui/toast/toast.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { calendarQuery, reopenDays } from './calendar.data.ts'
import type { Stretch } from './calendar.schema.ts'
import { daysWord } from './days-to-close.tsx'

interface ClosedDaysPanelProps {
  days: readonly Stretch[]
  /** Puts days that were just opened among those to be closed. */
  onCloseAgain: (days: Stretch) => void
}

/** The closed days from today on, which can be opened again. */
export function ClosedDaysPanel({ days, onCloseAgain }: ClosedDaysPanelProps) {
  const queryClient = useQueryClient()
  const open = useAction(
    async (stretch: Stretch) => {
      await reopenDays({ data: { from: stretch.from, to: stretch.to } })
      await queryClient.invalidateQueries({ queryKey: calendarQuery.queryKey })
      const action = { label: m.books_undo(), onClick: () => onCloseAgain(stretch) }
      void toast({ type: 'success', title: m.closed_opened(), description: daysWord(stretch), action })
    },
    { failure: m.closed_not_saved() },
  )
  return (
    <Panel title={m.calendar_single()} className="mt-4">
      {days.length === 0 && <p className="mt-1 text-sm text-muted">{m.calendar_no_days()}</p>}
      {/* eslint-disable-next-line jsx-a11y/no-redundant-roles -- Safari takes a list without bullets for none */}
      <ul role="list" className="mt-2">
        {days.map((stretch) => (
          <li
            key={stretch.from}
            className="flex flex-wrap items-center gap-x-5 border-t border-line py-1.5 first:border-0"
          >
            <span className="min-w-[min(9rem,100%)] flex-1 break-words">
              <span className="font-semibold">{daysWord(stretch)}</span>
              {stretch.note && (
                <span className="block text-sm text-muted">
                  <bdi>{stretch.note}</bdi>
                </span>
              )}
            </span>
            <button
              {...blockedInDemo}
              type="button"
              className={rowActionClass}
              aria-label={m.closed_open_of({ days: daysWord(stretch) })}
              aria-disabled={open.isBusy || undefined}
              onClick={() => void open.run(stretch)}
            >
              {m.closed_open()}
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
