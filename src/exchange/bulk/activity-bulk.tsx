import { useRef, useState } from 'react'
import { moveBulk } from './bulk.data.ts'
import { countedBooks } from '#catalogue/book/book.words.ts'
import { BulkProgress } from './shared/bulk-progress.tsx'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { ConfirmCall, type ConfirmedCall } from '#base/ui/dialog/confirm-call.tsx'
import { rowActionClass } from '#base/ui/panel.tsx'
import { useRefresh } from '#base/ui/use-refresh.ts'
import { batchWords } from '#kit/batch/shared/batch-words.ts'
import type { Activity } from '#kit/activity/activity.schema.ts'

/** Undoes a bulk change of books after a confirmation, and shows below its entry what became of them. */
export function ActivityBulk({ activity }: { activity: Activity }) {
  const { action, subject } = activity
  return subject.kind === 'book' && action !== 'book.import' ? <OfBulk activity={activity} /> : null
}

function OfBulk({ activity: { bulk, changes, subject } }: { activity: Activity }) {
  // Receives the focus after the confirmation.
  const heading = useRef<HTMLDivElement>(null)
  const refresh = useRefresh('book')
  const [confirmed, setConfirmed] = useState<ConfirmedCall>()
  const [isShown, setIsShown] = useState(false)
  const { id } = subject
  const books = countedBooks(Number(changes.find(({ field }) => field === 'books')?.after ?? 0))
  const undo: ConfirmedCall = {
    title: m.books_undo_title({ books }),
    text: m.books_undo_text(),
    action: m.books_undo(),
    isDanger: true,
    call: async () => {
      await moveBulk({ data: { id, to: 'undo' } })
      setIsShown(true)
    },
    failure: m.books_change_failed(),
  }
  return (
    <div ref={heading} tabIndex={-1} className="rounded-sm">
      {isShown ? (
        <BulkProgress id={id} onClose={() => setIsShown(false)} />
      ) : (
        <button
          {...(bulk === 'undo' && blockedInDemo)}
          type="button"
          className={`${rowActionClass} -ms-2 -my-2`}
          onClick={() => (bulk === 'undo' ? setConfirmed(undo) : setIsShown(true))}
        >
          {bulk === 'undo' ? m.books_undo() : batchWords.report()}
        </button>
      )}
      <ConfirmCall
        confirmed={confirmed}
        onClose={() => setConfirmed(undefined)}
        heading={heading}
        refresh={refresh}
        onRefused={() => {
          // Another manager may have undone the bulk change.
          void refresh()
          return false
        }}
      />
    </div>
  )
}
