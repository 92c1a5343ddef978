import { useRef, useState } from 'react'
import { useRefresh } from '#base/ui/use-refresh.ts'
import type { Activity } from '#kit/activity/activity.schema.ts'
import { ImportUndone } from './import-undone.tsx'
import { UndoImport } from './shared/undo-import.tsx'

/** Undoes an import of books after a confirmation, and shows below its entry what became of them. */
export const ActivityImport = ({ activity }: { activity: Activity }) =>
  activity.action === 'book.import' ? <OfImport activity={activity} /> : null

function OfImport({ activity: { bulk, subject } }: { activity: Activity }) {
  // Receives the focus after the confirmation.
  const heading = useRef<HTMLDivElement>(null)
  const refresh = useRefresh('book')
  const [isAsked, setIsAsked] = useState(false)
  const follow = async () => {
    setIsAsked(true)
    await refresh()
  }
  return (
    <div ref={heading} tabIndex={-1} className="rounded-sm">
      {bulk === 'undo' && (
        <UndoImport id={subject.id} filename={subject.name ?? ''} isSmall heading={heading} refresh={follow} />
      )}
      {isAsked && bulk === 'report' && <ImportUndone id={subject.id} />}
    </div>
  )
}
