import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { UNDO_TIME } from '#kit/activity/undo/undo.data.ts'
import { useRowCache } from '#kit/noun/shared/row-query.ts'
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
import { removeBorrower } from './borrower.data.ts'
import type { Borrower } from './borrower.schema.ts'
import { deletedBorrowerQuery } from './trash/borrower-trash.data.ts'
import { useRestoreBorrowers } from './trash/borrower-trash.ts'

/** Moves a borrower into the trash, or erases them, after a question, in the version that is shown; then shows the list. */
export function BorrowerRemove({ borrower: { id, version, name } }: { borrower: Borrower }) {
  const toList = useBackToList('/manager/borrowers')
  const queryClient = useQueryClient()
  const cache = useRowCache('borrower')
  const { restore } = useRestoreBorrowers()
  const [isOpen, setIsOpen] = useState(false)
  const leave = async () => {
    setIsOpen(false)
    await toList()
    // The focused link of the deleted borrower would be preloaded until the list is refreshed.
    focusHeading()
    await cache.forget(id)
  }
  const sayGone = async () => {
    const person = deleterOf(await queryClient.query(deletedBorrowerQuery(id)).catch(() => null))
    const description = person === undefined ? m.user_gone_text() : m.user_gone_text_by({ person })
    void toast({ type: 'info', title: m.borrower_gone(), description })
  }
  const remove = useAction(
    async (forGood: boolean) => {
      await removeBorrower({ data: { id, version, forGood } })
      if (forGood) void toast({ type: 'success', title: m.borrower_erased({ name: isolated(name) }) })
      else
        void toast({
          type: 'success',
          title: m.borrower_trashed({ name: isolated(name) }),
          duration: UNDO_TIME,
          action: { label: m.trash_undo(), onClick: () => void restore([id]) },
        })
      await leave()
    },
    {
      failure: m.borrower_remove_failed(),
      onRefused: ({ code }) => {
        if (code === 'NOT_FOUND') {
          void sayGone()
          void leave()
          return true
        }
        if (code === 'CONFLICT') {
          // The borrower was changed meanwhile: the page shows who would be deleted now.
          setIsOpen(false)
          void cache.saved()
        }
        return false
      },
    },
  )
  return (
    <>
      <Button {...blockedInDemo} look="second" className="text-danger" onClick={() => setIsOpen(true)}>
        {m.trash_move()}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={m.borrower_trash_ask_title({ name: isolated(name) })}
        text={m.borrower_trash_ask_text()}
        action={m.trash_move()}
        isDanger
        isBusy={remove.isBusy}
        onConfirm={() => void remove.run(false)}
        second={{ action: m.borrower_erase_now(), isBusy: remove.isBusy, onConfirm: () => void remove.run(true) }}
      />
    </>
  )
}
