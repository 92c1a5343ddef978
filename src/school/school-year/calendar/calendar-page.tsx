import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fromThrown } from '#base/errors/local-error.ts'
import { formatDate, formatDayOfWeek, formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { countedBooks } from '#catalogue/book/book.words.ts'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Button } from '#base/ui/button.tsx'
import { CheckBox } from '#base/ui/check-box.tsx'
import { ManagerPage } from '#base/ui/manager-page.tsx'
import { Panel, panelClass } from '#base/ui/panel.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { useRefreshLending } from '#lending/loan/shared/use-refresh-lending.ts'
import { DueMoves } from '../due-days/due-moves.tsx'
import { useUndoDueDays } from '../due-days/use-undo-due-days.ts'
import { SchoolYearTabs, ToBorrowers } from '../shared/school-year-tabs.tsx'
import { calendarPreviewQuery, calendarQuery, saveCalendar } from './calendar.data.ts'
import type { Calendar, Stretch } from './calendar.schema.ts'
import { AddClosedDays } from './add-closed-days.tsx'
import { ClosedDaysPanel } from './closed-days-panel.tsx'
import { DaysToClose } from './days-to-close.tsx'

const WEEK = [1, 2, 3, 4, 5, 6, 7]

/** On which days the library is closed: every week, and single days; what a change would move, and the last one with its undo. */
export function CalendarPage({ timeZone }: { timeZone: string }) {
  const calendar = useSuspenseQuery(calendarQuery).data
  const [chosen, setChosen] = useState<readonly number[]>()
  const [added, setAdded] = useState<readonly Stretch[]>([])
  const weekdays = chosen ?? calendar.weekdays
  const isChanged = added.length > 0 || weekdays.toString() !== calendar.weekdays.toString()
  const input = { weekdays: [...weekdays], days: [...added] }
  const preview = useQuery({ ...calendarPreviewQuery(input), enabled: isChanged })
  const discard = () => {
    setChosen(undefined)
    setAdded([])
  }
  const refresh = useRefreshLending()
  const apply = useAction(
    async () => {
      await saveCalendar({ data: input })
      await refresh()
      discard()
    },
    { failure: m.closed_not_saved(), success: m.calendar_saved() },
  )
  const add = (days: readonly Stretch[]) =>
    setAdded((before) => [
      ...before,
      ...days.filter(
        (day) => !before.some(({ from, to, note }) => from === day.from && to === day.to && note === day.note),
      ),
    ])
  return (
    <ManagerPage title={m.calendar_title()} trail={<ToBorrowers />}>
      <SchoolYearTabs />
      <LastChange last={calendar.last} timeZone={timeZone} />
      <Panel title={m.calendar_week()}>
        <fieldset>
          <legend className="mt-1 max-w-prose text-sm text-pretty text-muted">{m.calendar_week_text()}</legend>
          <div className="mt-1 grid grid-cols-[repeat(auto-fill,minmax(min(100%,8rem),1fr))] gap-x-6 sm:flex sm:flex-wrap">
            {WEEK.map((day) => (
              <label key={day} className="flex min-h-11 cursor-pointer items-center gap-3">
                <CheckBox
                  checked={weekdays.includes(day)}
                  // One day of the week at least is open.
                  disabled={!weekdays.includes(day) && weekdays.length === 6}
                  className="size-[1.125rem] flex-none accent-accent"
                  onChange={({ target }) =>
                    setChosen(WEEK.filter((one) => (one === day ? target.checked : weekdays.includes(one))))
                  }
                />
                {formatDayOfWeek(day)}
              </label>
            ))}
          </div>
        </fieldset>
      </Panel>
      <AddClosedDays today={calendar.today} onAdd={add} />
      {isChanged && (
        <section aria-label={m.calendar_change()} className={`${panelClass} mt-4 border-accent!`}>
          <DaysToClose days={added} onRemove={(gone) => setAdded((before) => before.filter((one) => one !== gone))} />
          <p role="status" className="font-semibold">
            {preview.error
              ? fromThrown(preview.error).message
              : preview.data && m.calendar_moves({ books: countedBooks(preview.data.count) })}
          </p>
          {preview.data && !preview.error && <DueMoves {...preview.data} />}
          <div className="mt-3 flex flex-wrap gap-2.5">
            <Button
              {...blockedInDemo}
              isBusy={apply.isBusy}
              disabled={!preview.data || preview.isPlaceholderData || preview.error !== null}
              onClick={() => void apply.run()}
            >
              {m.calendar_apply()}
            </Button>
            <Button look="ghost" onClick={discard}>
              {m.common_cancel()}
            </Button>
          </div>
        </section>
      )}
      <ClosedDaysPanel days={calendar.days} onCloseAgain={(days) => add([days])} />
    </ManagerPage>
  )
}

/** The last change of the calendar, with the way back. */
function LastChange({ last, timeZone }: { last: Calendar['last']; timeZone: string }) {
  const undo = useUndoDueDays()
  if (!last) return null
  return (
    <section className={`${panelClass} mb-4 flex flex-wrap items-center gap-x-4 gap-y-2`}>
      <p className="min-w-0 flex-1 basis-60">
        {m.calendar_last({ at: formatDate(last.createdAt, timeZone), count: formatNumber(last.loans) })}
      </p>
      <Button {...blockedInDemo} look="second" isBusy={undo.isBusy} onClick={() => void undo.run(last.id)}>
        {m.books_undo()}
      </Button>
    </section>
  )
}
