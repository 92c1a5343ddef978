import { useState, type RefObject } from 'react'
import { formatNumber } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { toastFailure } from '#ui/toast-failure.ts'
import { removeBooks, useForgetBooks } from '../book-edit.data.ts'
import type { Report } from './bulk-report.tsx'
import type { Chosen } from './use-selection.ts'

export interface BulkDialogProps {
  isOpen: boolean
  chosen: Chosen
  onClose: () => void
  onDone: (report: Report) => void
  lastFocus: RefObject<HTMLElement | null>
}

/** Deletes the books that are selected, after asking. */
export function BulkDelete({ isOpen, chosen, onClose, onDone, lastFocus }: BulkDialogProps) {
  const forget = useForgetBooks()
  const [isBusy, setIsBusy] = useState(false)
  const [count, setCount] = useState(chosen.size)
  // Their number still stands there while the dialog goes.
  if (isOpen && count !== chosen.size) setCount(chosen.size)

  const remove = async () => {
    setIsBusy(true)
    try {
      const ids = [...chosen.keys()]
      const { results } = await removeBooks({ data: { ids } })
      await forget(ids)
      onDone({ books: chosen, results })
    } catch (thrown) {
      toastFailure(m.books_delete_failed(), thrown)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={m.books_delete_title({ count, shown: formatNumber(count) })}
      text={m.book_delete_text()}
      action={m.book_delete()}
      isDanger
      isBusy={isBusy}
      lastFocus={lastFocus}
      onConfirm={() => void remove()}
    />
  )
}
