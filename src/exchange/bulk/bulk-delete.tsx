import { useState, type RefObject } from 'react'
import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { ConfirmDialog } from '#base/ui/dialog/confirm-dialog.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { moveBulk } from './bulk.data.ts'
import type { Bulk } from './bulk.schema.ts'
import { BulkRows } from './shared/bulk-rows.tsx'

/** Number of books above which a check box must be ticked. */
const MANY = 100

interface BulkDeleteProps {
  /** The deletion that waits for its confirmation. */
  bulk: Bulk | undefined
  onClose: () => void
  onStarted: (id: string) => void
  lastFocus: RefObject<HTMLElement | null>
}

/** Moves the selected books to the trash, or deletes them for good, after a confirmation that names them. */
export function BulkDelete({ bulk, onClose, onStarted, lastFocus }: BulkDeleteProps) {
  // Keeps its content during the closing animation.
  const [last, setLast] = useState(bulk)
  if (bulk && last !== bulk) setLast(bulk)
  const start = useAction(
    async ({ id, isForGood }: { id: string; isForGood: boolean }) => {
      await moveBulk({ data: { id, to: 'start', isForGood } })
      onStarted(id)
    },
    { failure: m.books_delete_failed() },
  )
  if (!last) return null
  const count = last.changed
  const words = { count, shown: formatNumber(count) }
  return (
    <ConfirmDialog
      isOpen={bulk !== undefined}
      onClose={() => {
        void moveBulk({ data: { id: last.id, to: 'cancel' } }).catch(() => undefined)
        onClose()
      }}
      title={m.books_delete_title(words)}
      text={m.books_delete_text()}
      action={m.trash_move()}
      isDanger
      isBusy={start.isBusy}
      {...(count > MANY && { check: m.books_delete_check(words) })}
      lastFocus={lastFocus}
      onConfirm={() => void start.run({ id: last.id, isForGood: false })}
      second={{
        action: m.trash_delete(),
        isBusy: start.isBusy,
        onConfirm: () => void start.run({ id: last.id, isForGood: true }),
      }}
    >
      <BulkRows bulk={last} />
    </ConfirmDialog>
  )
}
