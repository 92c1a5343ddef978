import { UNDO_TIME, useUndoLast } from '#kit/activity/undo/undo.data.ts'
import { VersionView } from '#kit/activity/shared/version-view.tsx'
import { m } from '#base/i18n/paraglide/messages.js'
import { isSameValue } from '#base/lib/form/is-same-value.ts'
import { toast } from '#base/ui/toast/toast.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { draftOf, isField, type BookField } from '../shared/book-draft.ts'
import { updateBook, useRefreshBooks } from '../edit/book-edit.data.ts'
import type { Book } from '../book.schema.ts'
import { bookFields } from '../book-fields.words.ts'
import type { BookVersion } from './book-history.schema.ts'
import { FieldValue } from '../shared/field-value.tsx'

const FIELDS = Object.keys(bookFields).filter(isField)

/** The fields in which a version differs from the present book, of those that can be restored. */
function differing({ book: then, isGenreGone }: BookVersion, book: Book): BookField[] {
  const [former, present] = [draftOf(then), draftOf(book)]
  return FIELDS.filter((field) => !isSameValue(former[field], present[field]) && !(field === 'genreId' && isGenreGone))
}

interface BookVersionProps {
  version: BookVersion
  /** The book as it is now. */
  book: Book
}

/** Opens an entry to the book as it was after it: what differs from now is marked, and can be restored. */
export function BookVersionView({ version, book }: BookVersionProps) {
  const { isBusy, restore } = useRestore(version, book)
  const fields = differing(version, book)
  if (fields.length === 0 && !version.isGenreGone) return null
  return (
    <VersionView
      fields={FIELDS}
      differing={fields}
      labelOf={(field) => bookFields[field].label()}
      renderValue={(field) =>
        field === 'genreId' && version.isGenreGone ? (
          <i className="text-muted">{m.activity_genre_gone()}</i>
        ) : (
          <FieldValue book={version.book} field={field} others={[book]} />
        )
      }
      isBusy={isBusy}
      onRestore={restore}
    />
  )
}

/** Saves fields of a version as a change of the book that the page shows: a concurrent change is a conflict. */
function useRestore({ book: then }: BookVersion, book: Book) {
  const refresh = useRefreshBooks()
  const undo = useUndoLast('book')
  const { run, isBusy } = useAction(
    (fields: readonly BookField[]) => {
      const former = draftOf(then)
      const changes = Object.fromEntries(fields.map((field) => [field, former[field]]))
      return updateBook({ data: { ...changes, id: book.id, version: book.version } })
    },
    {
      failure: m.book_version_failed(),
      onRefused: ({ code }) => {
        // Another user has changed or deleted the book: the page is refreshed.
        if (code === 'CONFLICT' || code === 'NOT_FOUND') void refresh()
        return false
      },
    },
  )
  const restore = async (fields: readonly BookField[]) => {
    const done = await run(fields)
    if (!done) return
    await refresh(done.result)
    void toast({ type: 'success', title: m.book_version_restored(), duration: UNDO_TIME, action: undo(book.id) })
  }
  return { isBusy, restore: (fields: readonly BookField[]) => void restore(fields) }
}
