import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { UNDO_TIME } from '#kit/activity/undo/undo.data.ts'
import { deleterOf } from '#kit/trash/shared/trash.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { focusHeading } from '#base/lib/form/focus-heading.ts'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Button } from '#base/ui/button.tsx'
import { ConfirmDialog } from '#base/ui/dialog/confirm-dialog.tsx'
import { useBackToList } from '#base/ui/list/list-back-link.tsx'
import { toast } from '#base/ui/toast/toast.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { removeBook, useForgetBooks, useRefreshBooks } from '../edit/book-edit.data.ts'
import type { Book } from '../book.schema.ts'
import { deletedBookQuery } from './book-trash.data.ts'
import { selectedBooks } from '../manager/selected-books.ts'
import { useRestoreBooks } from './book-trash.tsx'

/** Moves the shown version of a book into the trash, or deletes it for good, after a question; then goes to the list. */
export function BookDelete({ book }: { book: Book }) {
  const toBooks = useBackToList('/manager/books')
  const queryClient = useQueryClient()
  const forget = useForgetBooks()
  const refresh = useRefreshBooks()
  const { restore } = useRestoreBooks()
  const [isOpen, setIsOpen] = useState(false)

  const leave = async () => {
    setIsOpen(false)
    selectedBooks.forget([book.id])
    await toBooks()
    // Focusing the book's link would preload it, though it disappears when the list is refetched.
    focusHeading()
    await forget([book.id])
  }
  const sayGone = async () => {
    const person = deleterOf(await queryClient.query(deletedBookQuery(book.id)).catch(() => null))
    const description = person === undefined ? m.book_gone_text() : m.book_gone_text_by({ person })
    void toast({ type: 'info', title: m.book_gone_title(), description })
  }
  const remove = useAction(
    async (forGood: boolean) => {
      await removeBook({ data: { id: book.id, version: book.version, forGood } })
      void toast({
        type: 'success',
        title: m.book_deleted(),
        ...(!forGood && {
          duration: UNDO_TIME,
          action: { label: m.trash_undo(), onClick: () => void restore([book.id]) },
        }),
      })
      await leave()
    },
    {
      failure: m.book_delete_failed(),
      onRefused: ({ code }) => {
        if (code === 'NOT_FOUND') {
          void sayGone()
          void leave()
          return true
        }
        if (code === 'CONFLICT') {
          // The book has changed since: the page shows the current version.
          setIsOpen(false)
          void refresh()
        }
        return false
      },
    },
  )
  return (
    <>
      <Button {...blockedInDemo} look="second" className="text-danger" onClick={() => setIsOpen(true)}>
        {m.book_delete()}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={m.book_delete_title({ title: isolated(book.title) })}
        text={m.book_delete_text()}
        action={m.trash_move()}
        isDanger
        isBusy={remove.isBusy}
        onConfirm={() => void remove.run(false)}
        second={{ action: m.trash_delete(), isBusy: remove.isBusy, onConfirm: () => void remove.run(true) }}
      />
    </>
  )
}
