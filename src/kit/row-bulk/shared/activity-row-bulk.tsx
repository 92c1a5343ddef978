import { useState } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { rowActionClass } from '#base/ui/panel.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { batchWords } from '#kit/batch/shared/batch-words.ts'
import type { Activity } from '#kit/activity/activity.schema.ts'
import { isRowBulk } from './is-row-bulk.ts'
import { RowBulkReport } from './row-bulk-report.tsx'
import type { RowBulkPage } from './row-bulk-words.ts'

interface ActivityRowBulkProps {
  page: RowBulkPage
  activity: Activity
}

/** Below the entry of a bulk change of a noun: takes it back, or shows what became of the rows. Nothing below other entries. */
export const ActivityRowBulk = ({ page, activity }: ActivityRowBulkProps) =>
  isRowBulk(page.noun, activity.action) && <OfRowBulk page={page} activity={activity} />

function OfRowBulk({ page, activity: { bulk, subject } }: ActivityRowBulkProps) {
  const [isShown, setIsShown] = useState(false)
  const undo = useAction(
    async () => {
      await page.calls.move(subject.id, 'undo')
      setIsShown(true)
    },
    { failure: page.failure() },
  )
  if (isShown) return <RowBulkReport page={page} id={subject.id} onClose={() => setIsShown(false)} />
  const isUndo = bulk === 'undo'
  return (
    <button
      {...(isUndo && blockedInDemo)}
      type="button"
      aria-busy={undo.isBusy}
      className={`${rowActionClass} -ms-2 -my-2`}
      onClick={() => (isUndo ? void undo.run() : setIsShown(true))}
    >
      {isUndo ? m.books_undo() : batchWords.report()}
    </button>
  )
}
