import { useRef, useState } from 'react'
import { formatNumber } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { blockedInDemo } from '#lib/refusal.ts'
import { Button } from '#ui/button.tsx'
import { CloseButton } from '#ui/close-button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import type { Selection } from '#ui/list/use-selection.ts'
import { toast } from '#ui/toast.tsx'
import { useAction } from '#ui/use-action.ts'
import { useRefreshBooks } from '../book-edit.data.ts'
import { deleteFromTrash } from '../trash/trash.data.ts'
import type { DeletedBook, Restored } from '../trash/trash.schema.ts'
import { useRestoreBooks } from './use-restore-books.ts'

interface TrashBarProps {
  selection: Selection<DeletedBook>
  onRestored: (ids: string[], result: Restored) => void
}

/** What can be done to the selected books of the trash. */
export function TrashBar({ selection: { marked, clear }, onRestored }: TrashBarProps) {
  const [isOpen, setIsOpen] = useState(false)
  const lastFocus = useRef<HTMLButtonElement>(null)
  const refresh = useRefreshBooks()
  const { restore, isBusy } = useRestoreBooks({ isExplained: true })
  const ids = [...marked.keys()]
  const words = { count: ids.length, shown: formatNumber(ids.length) }
  const remove = useAction(() => deleteFromTrash({ data: { ids } }), {
    failure: m.books_delete_failed(),
    refresh,
  })
  const restoreAll = async () => {
    const result = await restore(ids)
    if (!result) return
    clear()
    onRestored(ids, result)
  }
  const removeAll = async () => {
    const done = await remove.run()
    if (!done) return
    setIsOpen(false)
    clear()
    const count = done.result.removed.length
    void toast({ type: 'success', title: m.books_deleted({ count, shown: formatNumber(count) }) })
  }
  return (
    <>
      {ids.length > 0 && (
        <div className="sticky bottom-3 z-20 mt-4 flex flex-wrap items-center gap-2 rounded-md border border-line-strong bg-raised px-3 py-2 shadow-card sm:px-4 print:hidden">
          <CloseButton label={m.books_selected_clear()} onClick={clear} className="-ms-1" />
          <p role="status" className="font-semibold tabular-nums">
            {m.books_selected(words)}
          </p>
          <div className="ms-auto flex gap-2">
            <Button {...blockedInDemo} isBusy={isBusy} className="max-sm:px-3" onClick={() => void restoreAll()}>
              {m.trash_restore()}
            </Button>
            <Button
              {...blockedInDemo}
              ref={lastFocus}
              look="second"
              className="text-danger max-sm:px-3"
              onClick={() => setIsOpen(true)}
            >
              {m.trash_delete()}
            </Button>
          </div>
        </div>
      )}
      <ConfirmDialog
        isDanger
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={m.books_delete_title(words)}
        text={m.trash_delete_text()}
        action={m.trash_delete()}
        isBusy={remove.isBusy}
        lastFocus={lastFocus}
        onConfirm={() => void removeAll()}
      />
    </>
  )
}
