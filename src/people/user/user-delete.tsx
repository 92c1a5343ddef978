import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
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
import { removeUser, useForgetUser } from './user.data.ts'
import { deletedUserQuery } from './trash/user-trash.data.ts'
import { useRestoreUsers } from './trash/user-trash.ts'
import { useToastDone } from './shared/user-outcome.ts'
import type { User } from './user.schema.ts'
import { userWord } from './user-word.ts'

/** Moves a user into the trash, or deletes them for good, after a question; then shows the list. */
export function UserDelete({ user }: { user: User }) {
  const toUsers = useBackToList('/manager/users')
  const queryClient = useQueryClient()
  const forget = useForgetUser()
  const { restore } = useRestoreUsers()
  const toastDone = useToastDone()
  const [isOpen, setIsOpen] = useState(false)
  const leave = async () => {
    setIsOpen(false)
    // Before, the user's page would fetch the deleted user again.
    await toUsers()
    // The focused link of the deleted user would be preloaded until the list is refreshed.
    focusHeading()
    await forget(user.id)
  }
  const sayGone = async () => {
    const person = deleterOf(await queryClient.query(deletedUserQuery(user.id)).catch(() => null))
    const description = person === undefined ? m.user_gone_text() : m.user_gone_text_by({ person })
    void toast({ type: 'info', title: m.user_gone_title(), description })
  }
  const remove = useAction(
    async (forGood: boolean) => {
      const { isTold } = await removeUser({ data: { id: user.id, forGood } })
      const undo = { label: m.trash_undo(), onClick: () => void restore([user.id]) }
      toastDone(m.user_deleted(), user, isTold, { action: forGood ? undefined : undo })
      await leave()
    },
    {
      failure: m.user_delete_failed(),
      onRefused: ({ code }) => {
        if (code !== 'NOT_FOUND') return false
        void sayGone()
        void leave()
        return true
      },
    },
  )
  return (
    <>
      <Button {...blockedInDemo} look="second" className="text-danger max-sm:grow" onClick={() => setIsOpen(true)}>
        {m.user_delete()}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={m.user_delete_title({ name: isolated(userWord(user)) })}
        text={m.user_delete_text({ email: isolated(user.email ?? user.name) })}
        action={m.trash_move()}
        isDanger
        isBusy={remove.isBusy}
        onConfirm={() => void remove.run(false)}
        second={{ action: m.trash_delete(), isBusy: remove.isBusy, onConfirm: () => void remove.run(true) }}
      />
    </>
  )
}
