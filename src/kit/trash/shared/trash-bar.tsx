import { useRef, useState } from 'react'
import { formatNumber } from '#base/i18n/format.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Button } from '#base/ui/button.tsx'
import { CloseButton } from '#base/ui/dialog/close-button.tsx'
import { ConfirmDialog } from '#base/ui/dialog/confirm-dialog.tsx'
import { focusSelectAll, type Selection } from '#base/ui/list/use-selection.ts'
import { toast } from '#base/ui/toast/toast.tsx'
import { useAction } from '#base/ui/use-action.ts'
import type { Restored } from './trash.schema.ts'
import { forGoodWords, type Trash, type TrashItem } from './trash.ts'
import { useRestore } from './use-restore.ts'

interface TrashBarProps<One extends TrashItem> {
  trash: Pick<Trash<One>, 'item' | 'borrower' | 'restore' | 'remove' | 'words' | 'nameOf' | 'forGood'>
  refresh: () => Promise<unknown>
  selection: Selection<One>
  onRestored: (ids: string[], result: Restored) => void
}

/** What can be done to the selected rows of the trash. */
export function TrashBar<One extends TrashItem>({ trash, refresh, selection, onRestored }: TrashBarProps<One>) {
  const { marked, clear } = selection
  const { words: text } = trash
  const forGood = forGoodWords(trash)
  const [isOpen, setIsOpen] = useState(false)
  const lastFocus = useRef<HTMLButtonElement>(null)
  const { restore, isBusy } = useRestore(trash, refresh, { isExplained: true })
  const ids = [...marked.keys()]
  const [first, ...others] = marked.values()
  const words = { count: ids.length, shown: formatNumber(ids.length) }
  const remove = useAction(() => trash.remove(ids), { failure: text.deleteFailed(), refresh })
  const endSelection = () => {
    clear()
    focusSelectAll()
  }
  const restoreAll = async () => {
    const result = await restore(ids)
    if (!result) return
    endSelection()
    onRestored(ids, result)
  }
  const removeAll = async () => {
    const done = await remove.run()
    if (!done) return
    setIsOpen(false)
    clear()
    const count = done.result.removed.length
    void toast({ type: 'success', title: text.deleted({ count, shown: formatNumber(count) }) })
  }
  return (
    <>
      {ids.length > 0 && (
        <div className="sticky bottom-3 z-20 mt-4 flex flex-wrap items-center gap-2 rounded-md border border-line-strong bg-raised px-3 py-2 shadow-card sm:px-4 print:hidden">
          <CloseButton label={m.books_selected_clear()} onClick={endSelection} className="-ms-1" />
          <p role="status" className="font-semibold tabular-nums">
            {text.selected(words)}
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
              {forGood.action()}
            </Button>
          </div>
        </div>
      )}
      <ConfirmDialog
        isDanger
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={
          first && others.length === 0
            ? forGood.title({ name: isolated(trash.nameOf(first)) })
            : text.deleteTitle(words)
        }
        text={forGood.text()}
        action={forGood.action()}
        isBusy={remove.isBusy}
        lastFocus={lastFocus}
        onConfirm={() => void removeAll()}
      />
    </>
  )
}
