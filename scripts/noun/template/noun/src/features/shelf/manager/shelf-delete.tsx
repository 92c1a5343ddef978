import { useState } from 'react'
import { m } from '#i18n/paraglide/messages.js'
import { focusHeading } from '#lib/form/focus-heading.ts'
import { blockedInDemo } from '#lib/form/refusal.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { useBackToList } from '#ui/list/list-back-link.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useAction } from '#ui/use-action.ts'
import { removeShelf, useForgetShelf, useRefreshShelves } from '../shelf.data.ts'
import type { Shelf } from '../shelf.schema.ts'

/** Deletes a shelf after a confirmation, in the version that is shown; leads back to the list. */
export function ShelfDelete({ shelf }: { shelf: Shelf }) {
  const toShelves = useBackToList('/manager/shelves')
  const forget = useForgetShelf()
  const refresh = useRefreshShelves()
  const [isOpen, setIsOpen] = useState(false)
  const leave = async () => {
    setIsOpen(false)
    await toShelves()
    // The link of the deleted shelf must not keep the focus: it would be preloaded.
    focusHeading()
    await forget(shelf.id)
  }
  const remove = useAction(
    async () => {
      await removeShelf({ data: { id: shelf.id, version: shelf.version } })
      void toast({ type: 'success', title: m.shelf_deleted() })
      await leave()
    },
    {
      failure: m.shelf_delete_failed(),
      onRefused: ({ code }) => {
        if (code === 'NOT_FOUND') {
          void toast({ type: 'info', title: m.shelf_gone() })
          void leave()
          return true
        }
        if (code === 'CONFLICT') {
          // It was changed meanwhile: the page shows what would be deleted now.
          setIsOpen(false)
          void refresh()
        }
        return false
      },
    },
  )
  return (
    <>
      <Button {...blockedInDemo} look="second" className="text-danger" onClick={() => setIsOpen(true)}>
        {m.shelf_delete()}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={m.shelf_delete_title({ name: shelf.name })}
        text={m.shelf_delete_text()}
        action={m.shelf_delete()}
        isDanger
        isBusy={remove.isBusy}
        onConfirm={() => void remove.run()}
      />
    </>
  )
}
