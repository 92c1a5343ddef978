import { useState } from 'react'
import { formatNumber } from '#base/i18n/format.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { ConfirmDialog } from '#base/ui/dialog/confirm-dialog.tsx'
import { lineActionClass } from '#base/ui/panel.tsx'
import { toast } from '#base/ui/toast/toast.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { forGoodWords, type Trash, type TrashItem } from './trash.ts'

interface EmptyTrashProps<One extends TrashItem> {
  trash: Pick<Trash<One>, 'empty' | 'words' | 'nameOf' | 'forGood'>
  refresh: () => Promise<unknown>
  total: number
  /** The newest that is shown: what is deleted after it stays. */
  newest: One
}

/** Deletes all of the trash for good, after a question that says how many, or which one. */
export function EmptyTrash<One extends TrashItem>({ trash, refresh, total, newest }: EmptyTrashProps<One>) {
  const [isOpen, setIsOpen] = useState(false)
  const forGood = forGoodWords(trash)
  const empty = useAction(() => trash.empty(newest.deletedAt), { failure: m.trash_empty_failed(), refresh })
  const confirm = async () => {
    if (!(await empty.run())) return
    setIsOpen(false)
    void toast({ type: 'success', title: m.trash_emptied() })
  }
  return (
    <>
      <button
        {...blockedInDemo}
        type="button"
        className={`${lineActionClass} whitespace-nowrap text-danger print:hidden`}
        onClick={() => setIsOpen(true)}
      >
        {m.trash_empty()}
      </button>
      <ConfirmDialog
        isDanger
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={
          total === 1
            ? forGood.title({ name: isolated(trash.nameOf(newest)) })
            : trash.words.emptyTrashTitle({ count: total, shown: formatNumber(total) })
        }
        text={forGood.text()}
        action={m.trash_empty()}
        isBusy={empty.isBusy}
        onConfirm={() => void confirm()}
      />
    </>
  )
}
