import { UNDO_TIME, useUndoLast } from '#kit/activity/undo/undo.data.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { PictureButton } from '#base/ui/form/picture-button.tsx'
import { toast } from '#base/ui/toast/toast.tsx'
import { useAction } from '#base/ui/use-action.ts'
import type { Book } from '../book.schema.ts'
import { updateBook, useRefreshBooks } from '../edit/book-edit.data.ts'
import { BookCover } from '../shared/cover/book-cover.tsx'

/** The cover of a book, and a button that uploads a picture for it without opening the form. */
export function BookPicture({ book }: { book: Book }) {
  const refresh = useRefreshBooks()
  const undo = useUndoLast('book')
  const { run, isBusy } = useAction(
    async (file: File) => {
      const { sendCover } = await import('../cover/send-cover.ts')
      const cover = await sendCover(file)
      return updateBook({ data: { id: book.id, version: book.version, cover } })
    },
    {
      failure: m.book_update_failed(),
      onRefused: ({ code }) => {
        // Another user has changed or deleted the book: the page is refreshed.
        if (code === 'CONFLICT' || code === 'NOT_FOUND') void refresh()
        return false
      },
    },
  )
  const take = async (file: File) => {
    const done = await run(file)
    if (!done) return
    await refresh(done.result)
    void toast({ type: 'success', title: m.book_updated(), duration: UNDO_TIME, action: undo(book.id) })
  }
  return (
    <div className="w-36 max-sm:mx-auto sm:w-full">
      <BookCover book={book} />
      <PictureButton
        look="ghost"
        className="mt-2 w-full px-1 text-sm print:hidden"
        isBusy={isBusy}
        onTake={(file) => void take(file)}
      >
        {book.cover === null ? m.cover_use() : m.cover_other()}
      </PictureButton>
    </div>
  )
}
