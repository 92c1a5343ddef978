import { useRef, useState, type RefObject } from 'react'
import { moveBulk } from '#features/book/bulk/bulk.data.ts'
import { countedBooks } from '#features/book/book.words.ts'
import { BulkProgress } from '#features/book/shared/bulk-progress.tsx'
import { ImportUndone } from '#features/import/shared/import-undone.tsx'
import { UndoImport } from '#features/import/shared/undo-import.tsx'
import { m } from '#i18n/paraglide/messages.js'
import { blockedInDemo } from '#lib/form/refusal.ts'
import { ConfirmCall, type ConfirmedCall } from '#ui/dialog/confirm-call.tsx'
import { rowActionClass } from '#ui/panel.tsx'
import { useRefresh } from '#ui/use-refresh.ts'
import type { Activity } from './activity.schema.ts'

/** Undoes an import or a bulk change after a confirmation, and shows below its entry what became of the books. */
export function ActivityBulk({ activity }: { activity: Activity }) {
  const entry = useRef<HTMLDivElement>(null)
  const Of = activity.action === 'book.import' ? OfImport : OfBulk
  return (
    <div ref={entry} tabIndex={-1} className="rounded-sm">
      <Of activity={activity} heading={entry} />
    </div>
  )
}

interface OfProps {
  activity: Activity
  /** Receives the focus after the confirmation. */
  heading: RefObject<HTMLElement | null>
}

function OfImport({ activity: { bulk, subject }, heading }: OfProps) {
  const refresh = useRefresh('book')
  const [isAsked, setIsAsked] = useState(false)
  const follow = async () => {
    setIsAsked(true)
    await refresh()
  }
  return (
    <>
      {bulk === 'undo' && (
        <UndoImport id={subject.id} filename={subject.name ?? ''} isSmall heading={heading} refresh={follow} />
      )}
      {isAsked && bulk === 'report' && <ImportUndone id={subject.id} />}
    </>
  )
}

function OfBulk({ activity: { bulk, changes, subject }, heading }: OfProps) {
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
    <>
      {isShown ? (
        <BulkProgress id={id} onClose={() => setIsShown(false)} />
      ) : (
        <button
          {...(bulk === 'undo' && blockedInDemo)}
          type="button"
          className={`${rowActionClass} -ms-2 -my-2`}
          onClick={() => (bulk === 'undo' ? setConfirmed(undo) : setIsShown(true))}
        >
          {bulk === 'undo' ? m.books_undo() : m.activity_bulk_report()}
        </button>
      )}
      <ConfirmCall
        confirmed={confirmed}
        onClose={() => setConfirmed(undefined)}
        heading={heading}
        refresh={refresh}
        onRefused={() => {
          // Another manager may have undone it.
          void refresh()
          return false
        }}
      />
    </>
  )
}
