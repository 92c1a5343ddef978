import { useState } from 'react'
import { m } from '#i18n/paraglide/messages.js'
import { fromThrown } from '#lib/app-error.ts'
import { focusHeading } from '#lib/focus-heading.ts'
import { leadsToChange } from '#lib/refusal.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { useToList } from '#ui/list-trail.tsx'
import { toastFailure } from '#ui/toast-failure.ts'
import { prepareToast, toast } from '#ui/toast.ts'
import { removeBook, useForgetBooks, useRefreshBooks } from '../book-edit.data.ts'
import type { Book } from '../book.schema.ts'
import { forgetSelected } from './use-selection.ts'

/** Deletes a book as it is seen here, after asking; ends on the list. */
export function BookDelete({ book }: { book: Book }) {
  const toBooks = useToList('/manager/books')
  const forget = useForgetBooks()
  const refresh = useRefreshBooks()
  const [isOpen, setIsOpen] = useState(false)
  const [isBusy, setIsBusy] = useState(false)

  const leave = async () => {
    setIsOpen(false)
    forgetSelected([book.id])
    await toBooks()
    // The link of the book gets the focus and would be loaded ahead; it is gone when the list is refreshed.
    focusHeading()
    await forget([book.id])
  }
  const remove = async () => {
    setIsBusy(true)
    try {
      await removeBook({ data: { id: book.id, version: book.version } })
      void toast({ type: 'success', title: m.book_deleted() })
      await leave()
    } catch (thrown) {
      const { code } = fromThrown(thrown)
      if (code === 'NOT_FOUND') {
        void toast({ type: 'info', title: m.book_gone_title(), description: m.book_gone_text() })
        return await leave()
      }
      toastFailure(m.book_delete_failed(), thrown)
      if (code !== 'CONFLICT') return
      // It is another book than the one that was to be deleted: the page shows it.
      setIsOpen(false)
      await refresh()
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <>
      <Button
        {...leadsToChange}
        look="second"
        className="text-danger"
        onClick={() => {
          prepareToast()
          setIsOpen(true)
        }}
      >
        {m.book_delete()}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={m.book_delete_title({ title: book.title })}
        text={m.book_delete_text()}
        action={m.book_delete()}
        isDanger
        isBusy={isBusy}
        onConfirm={() => void remove()}
      />
    </>
  )
}
