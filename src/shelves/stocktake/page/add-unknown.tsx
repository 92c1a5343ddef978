import { useState } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { readCode } from '#base/lib/scan/read-code.ts'
import { rowActionClass } from '#base/ui/panel.tsx'
import { toast } from '#base/ui/toast/toast.tsx'
import { UNDO_TIME, useUndoLast } from '#kit/activity/undo/undo.data.ts'
import { AddCopyDialog, type AddedCopy } from '#lending/desk/shared/add-copy-dialog.tsx'
import { useRefreshStocktakes } from './use-refresh-stocktakes.ts'

interface AddUnknownProps {
  /** What was scanned. */
  code: string
  /** Where, if that is known: there the copy stands. */
  place: string | null
  /** With the number of the copy, or null once it is taken back. */
  onAdded?: (number: string | null) => void
}

/** Adds an unknown number to the books: a copy of a book that is here, or of a new one, gets it. */
export function AddUnknown({ code, place, onAdded }: AddUnknownProps) {
  const [isOpen, setIsOpen] = useState(false)
  const refresh = useRefreshStocktakes()
  const undone = async () => {
    onAdded?.(null)
    await refresh()
  }
  const undoCopy = useUndoLast('copy', undone)
  const undoBook = useUndoLast('book', undone)
  const { numbers, isbns } = readCode(code)
  const [isbn] = isbns
  const number = isbn === undefined ? numbers[0] : undefined
  const added = ({ id, number: its, newBook }: AddedCopy) => {
    onAdded?.(its)
    void refresh()
    // A new book takes its copy along.
    const action = newBook === undefined ? undoCopy(id) : undoBook(newBook)
    void toast({ type: 'success', title: m.desk_added({ number: its }), duration: UNDO_TIME, action })
  }
  if (isbn === undefined && number === undefined) return null
  return (
    <>
      <button
        {...blockedInDemo}
        type="button"
        aria-label={m.desk_add_title({ code })}
        className={`${rowActionClass} -ms-2`}
        onClick={() => setIsOpen(true)}
      >
        {m.desk_add_to_book()}
      </button>
      <AddCopyDialog
        isbn={isbn}
        number={number}
        location={place ?? ''}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        onAdded={added}
      />
    </>
  )
}
