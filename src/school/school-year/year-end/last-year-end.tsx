import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { formatDate } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Button } from '#base/ui/button.tsx'
import { ConfirmDialog } from '#base/ui/dialog/confirm-dialog.tsx'
import { Panel } from '#base/ui/panel.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { allowsMove } from '#kit/batch/shared/batch-progress.ts'
import { useRefreshLending } from '#lending/loan/shared/use-refresh-lending.ts'
import { undoYearEnd, yearEndQuery } from './year-end.data.ts'
import type { YearEnd } from './year-end.schema.ts'
import { YearEndReport } from './year-end-report.tsx'

interface LastYearEndProps {
  id: string
  /** What the page has of it already. */
  known: YearEnd | undefined
  timeZone: string
  /** The group of those who left and owe, once there is one. */
  leftGroupId: string | undefined
  /** Prepares another year end; undefined while it is being prepared. */
  onAgain: (() => void) | undefined
}

/** The year end that runs, or the last one: what it has done, with its undo. */
export function LastYearEnd({ id, known, timeZone, leftGroupId, onAgain }: LastYearEndProps) {
  const { data: yearEnd, refetch } = useQuery({
    ...yearEndQuery(id, useRefreshLending()),
    ...(known && { initialData: known }),
  })
  const [isAsking, setIsAsking] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  const undo = useAction(
    async () => {
      await undoYearEnd({ data: { id } })
      setIsAsking(false)
    },
    { failure: m.year_end_not_undone(), refresh: refetch },
  )
  if (!yearEnd) return null
  const day = formatDate(yearEnd.startedAt, timeZone)
  return (
    <Panel title={m.year_end_of({ day })} titleRef={title} className="mb-4">
      <YearEndReport yearEnd={yearEnd} leftGroupId={leftGroupId} />
      {yearEnd.state !== 'running' && (
        <div className="mt-3 flex flex-wrap gap-2.5">
          {allowsMove(yearEnd, 'undo') && (
            <Button {...blockedInDemo} look="second" onClick={() => setIsAsking(true)}>
              {m.year_end_undo()}
            </Button>
          )}
          {onAgain && (
            <Button look="ghost" onClick={onAgain}>
              {m.year_end_again()}
            </Button>
          )}
        </div>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={m.year_end_undo_title({ day })}
        text={m.year_end_undo_text()}
        action={m.year_end_undo()}
        isBusy={undo.isBusy}
        onConfirm={() => void undo.run()}
        // The button is gone while the undo runs.
        lastFocus={title}
      />
    </Panel>
  )
}
