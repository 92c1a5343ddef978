import { useState } from 'react'
import { useRowCache } from '#features/noun/shared/row-query.ts'
import { m } from '#i18n/paraglide/messages.js'
import { focusHeading } from '#lib/form/focus-heading.ts'
import { blockedInDemo } from '#lib/form/refusal.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { useBackToList } from '#ui/list/list-back-link.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useAction } from '#ui/use-action.ts'
import { eraseBorrower } from './borrower.data.ts'
import type { Borrower } from './borrower.schema.ts'

/** Erases a borrower after a question, in the version that is shown. It cannot be taken back. */
export function BorrowerErase({ borrower: { id, version, name } }: { borrower: Borrower }) {
  const toList = useBackToList('/manager/borrowers')
  const cache = useRowCache('borrower')
  const [isOpen, setIsOpen] = useState(false)
  const erase = useAction(
    async () => {
      await eraseBorrower({ data: { id, version } })
      void toast({ type: 'success', title: m.borrower_erased({ name }) })
      setIsOpen(false)
      await toList()
      focusHeading()
      await cache.forget(id)
    },
    {
      failure: m.borrower_erase_failed(),
      onRefused: ({ code }) => {
        // It was changed meanwhile: the page shows what would be erased now.
        if (code === 'CONFLICT' || code === 'NOT_FOUND') {
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
        {m.borrower_erase()}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={m.borrower_erase_title({ name })}
        text={m.borrower_erase_text()}
        action={m.borrower_erase()}
        isDanger
        isBusy={erase.isBusy}
        onConfirm={() => void erase.run()}
      />
    </>
  )
}
