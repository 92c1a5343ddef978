import { useState } from 'react'
import { UNDO_TIME, useUndoLast } from '#kit/activity/undo/undo.data.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { ConfirmDialog } from '#base/ui/dialog/confirm-dialog.tsx'
import { rowActionClass } from '#base/ui/panel.tsx'
import { toast } from '#base/ui/toast/toast.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { loseLoan } from '../loan.data.ts'
import type { Owes } from './lost-loan.schema.ts'
import { useRefreshLending } from './use-refresh-lending.ts'

interface LoseLoanProps {
  /** Name of the borrower, or of the class. */
  name: string
  loan: { id: string; book: { title: string }; copy: { id: string } }
  onDone?: () => void
}

/** Says that a book on loan is lost: asks who owes it. */
export function LoseLoan({ name, loan: { id, copy, book }, onDone }: LoseLoanProps) {
  const refresh = useRefreshLending()
  const undo = useUndoLast('copy')
  const [isOpen, setIsOpen] = useState(false)
  const lose = useAction(
    async (owes: Owes) => {
      await loseLoan({ data: { id, owes } })
      await refresh()
      setIsOpen(false)
      onDone?.()
      void toast({ type: 'success', title: m.borrower_lost_done(), duration: UNDO_TIME, action: undo(copy.id) })
    },
    { failure: m.borrower_not_saved() },
  )
  return (
    <>
      <button
        {...blockedInDemo}
        type="button"
        aria-label={m.borrower_lost_of({ title: book.title })}
        className={rowActionClass}
        onClick={() => setIsOpen(true)}
      >
        {m.borrower_lost()}
      </button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={m.borrower_lost_title({ title: isolated(book.title) })}
        text={m.borrower_lost_text({ name: isolated(name) })}
        action={m.copy_owed_by({ person: isolated(name) })}
        isBusy={lose.isBusy}
        onConfirm={() => void lose.run('borrower')}
        second={{ action: m.copy_owes_nobody(), isBusy: lose.isBusy, onConfirm: () => void lose.run('nobody') }}
      />
    </>
  )
}
