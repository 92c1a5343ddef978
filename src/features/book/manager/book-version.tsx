import { useId, useState } from 'react'
import { UNDO_TIME, useUndoLast } from '#features/activity/undo/undo.data.ts'
import { m } from '#i18n/paraglide/messages.js'
import { blockedInDemo } from '#lib/refusal.ts'
import { Button } from '#ui/button.tsx'
import { rowActionClass } from '#ui/panel.tsx'
import { toast } from '#ui/toast.tsx'
import { useAction } from '#ui/use-action.ts'
import { draftOf, isField, type BookField } from '../book-draft.ts'
import { updateBook, useRefreshBooks } from '../book-edit.data.ts'
import type { Book } from '../book.schema.ts'
import { bookFields } from '../book.words.ts'
import type { BookVersion } from '../history/history.schema.ts'
import { FieldValue } from './field-value.tsx'

const FIELDS = Object.keys(bookFields).filter(isField)

/** The fields in which a version differs from the present book, of those that can be restored. */
function differing({ book: then, isGenreGone }: BookVersion, book: Book): BookField[] {
  const [former, present] = [draftOf(then), draftOf(book)]
  return FIELDS.filter((field) => former[field] !== present[field] && !(field === 'genreId' && isGenreGone))
}

interface BookVersionProps {
  version: BookVersion
  /** As it is now. */
  book: Book
}

/** Opens an entry to the book as it was after it: what differs from now is marked, and can be restored. */
export function BookVersionView({ version, book }: BookVersionProps) {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const fields = differing(version, book)
  if (fields.length === 0 && !version.isGenreGone) return null
  return (
    <>
      {/* On a line of its own, below what else can be done to the entry. */}
      <div>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setIsOpen(!isOpen)}
          className={`${rowActionClass} -ms-2 -my-2`}
        >
          {isOpen ? m.book_version_close() : m.book_version_open()}
        </button>
      </div>
      {isOpen && (
        <div id={id} className="mt-1 rounded-sm border border-line bg-paper px-3 py-2">
          <Version version={version} book={book} fields={fields} />
        </div>
      )}
    </>
  )
}

function Version({ version, book, fields }: BookVersionProps & { fields: readonly BookField[] }) {
  const { isBusy, restore } = useRestore(version, book)
  return (
    <>
      <dl>
        {FIELDS.map((field) => (
          <div key={field} className="flex flex-wrap items-center justify-between gap-x-3 py-1">
            <div className="min-w-0 flex-1 basis-40">
              <dt className="text-xs text-muted">{bookFields[field].label()}</dt>
              <dd>
                {field === 'genreId' && version.isGenreGone ? (
                  <i className="text-muted">{m.activity_genre_gone()}</i>
                ) : (
                  <FieldValue book={version.book} field={field} others={[book]} />
                )}
              </dd>
            </div>
            {fields.includes(field) && (
              <button
                {...blockedInDemo}
                type="button"
                aria-label={m.book_version_restore_field({ field: bookFields[field].label() })}
                aria-disabled={isBusy || undefined}
                onClick={() => restore([field])}
                className={`${rowActionClass} -my-2`}
              >
                {m.book_version_restore()}
              </button>
            )}
          </div>
        ))}
      </dl>
      {fields.length > 0 && (
        <Button {...blockedInDemo} look="second" isBusy={isBusy} className="my-1.5" onClick={() => restore(fields)}>
          {m.book_version_restore_all()}
        </Button>
      )}
    </>
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
