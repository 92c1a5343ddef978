import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { rowActionClass } from '#base/ui/panel.tsx'
import { useAction } from '#base/ui/use-action.ts'
import type { Activity } from '#kit/activity/activity.schema.ts'
import { useRefreshLending } from '#lending/loan/shared/use-refresh-lending.ts'
import { useUndoDueDays } from './due-days/use-undo-due-days.ts'
import { undoYearEnd, yearEndQuery } from './year-end/year-end.data.ts'
import { YearEndReport } from './year-end/year-end-report.tsx'

/** Below the entry of a year end, of a change of due days or of the calendar: takes it back. */
export function ActivitySchoolYear({ activity: { action, bulk, subject } }: { activity: Activity }) {
  if (bulk !== 'undo') return null
  if (action === 'borrower.bulk-year-end') return <UndoYearEnd id={subject.id} />
  if (action === 'borrower.bulk-due-days' || action === 'borrower.bulk-calendar') return <UndoDueDays id={subject.id} />
  return null
}

function UndoDueDays({ id }: { id: string }) {
  const undo = useUndoDueDays()
  return <UndoLine isBusy={undo.isBusy} onUndo={() => void undo.run(id)} />
}

function UndoYearEnd({ id }: { id: string }) {
  const [isUndone, setIsUndone] = useState(false)
  const undo = useAction(
    async () => {
      await undoYearEnd({ data: { id } })
      setIsUndone(true)
    },
    { failure: m.year_end_not_undone() },
  )
  if (isUndone) return <UndoneYearEnd id={id} />
  return <UndoLine isBusy={undo.isBusy} onUndo={() => void undo.run()} />
}

function UndoLine({ isBusy, onUndo }: { isBusy: boolean; onUndo: () => void }) {
  return (
    <button
      {...blockedInDemo}
      type="button"
      aria-busy={isBusy}
      className={`${rowActionClass} -ms-2 -my-2`}
      onClick={onUndo}
    >
      {m.books_undo()}
    </button>
  )
}

function UndoneYearEnd({ id }: { id: string }) {
  const { data } = useQuery(yearEndQuery(id, useRefreshLending()))
  return data ? <YearEndReport yearEnd={data} /> : null
}
