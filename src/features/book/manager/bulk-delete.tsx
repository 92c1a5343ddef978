import { useState, type RefObject } from 'react'
import { formatNumber } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { useAction } from '#ui/use-action.ts'
import { removeBooks, useForgetBooks } from '../book-edit.data.ts'
import { MANY } from '../book-edit.schema.ts'
import type { Report } from './bulk-report.tsx'
import { useBatches } from './use-batches.ts'
import type { ChosenBooks } from './selected-books.ts'

export interface BulkDialogProps {
  isOpen: boolean
  chosen: ChosenBooks
  onClose: () => void
  onDone: (report: Report) => void
  lastFocus: RefObject<HTMLElement | null>
}

/** Deletes the selected books after a confirmation. */
export function BulkDelete({ isOpen, chosen, onClose, onDone, lastFocus }: BulkDialogProps) {
  const forget = useForgetBooks()
  const batches = useBatches()
  const [count, setCount] = useState(chosen.size)
  // Keeps the number during the closing animation.
  if (isOpen && count !== chosen.size) setCount(chosen.size)

  const remove = useAction(
    async () => {
      const results = await batches.run([...chosen.keys()], (ids) => removeBooks({ data: { ids } }))
      await forget(results.map(({ id }) => id))
      onDone({ books: chosen, results })
    },
    { failure: m.books_delete_failed() },
  )
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={() => batches.stop() || onClose()}
      title={m.books_delete_title({ count, shown: formatNumber(count) })}
      text={m.book_delete_text()}
      action={batches.progress ?? m.book_delete()}
      isDanger
      isBusy={remove.isBusy}
      {...(count > MANY && { check: m.books_delete_check({ count, shown: formatNumber(count) }) })}
      lastFocus={lastFocus}
      onConfirm={() => void remove.run()}
    />
  )
}
