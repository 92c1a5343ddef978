import { useState } from 'react'
import { m } from '#i18n/paraglide/messages.js'
import { fromThrown } from '#lib/app-error.ts'
import { focusHeading } from '#lib/focus-heading.ts'
import { leadsToChange } from '#lib/refusal.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { useToList } from '#ui/list-trail.tsx'
import { toast } from '#ui/toast.ts'
import { toastDone, useUserAction } from './use-user-action.ts'
import { removeUser, useForgetUser } from './user.data.ts'
import type { User } from './user.schema.ts'
import { userWord } from './user-word.ts'

/** Deletes a user, after asking; ends on the list. */
export function UserDelete({ user }: { user: User }) {
  const toUsers = useToList('/manager/users')
  const forget = useForgetUser()
  const [isOpen, setIsOpen] = useState(false)
  const { isBusy, run } = useUserAction(user, m.user_delete_failed())
  const remove = async () => {
    try {
      const { isTold } = await removeUser({ data: { id: user.id } })
      toastDone(m.user_deleted(), user, isTold)
    } catch (thrown) {
      if (fromThrown(thrown).code !== 'NOT_FOUND') throw thrown
      void toast({ type: 'info', title: m.user_gone_title(), description: m.user_gone_text() })
    }
    setIsOpen(false)
    // Its page would ask for it again.
    await toUsers()
    // The link of the user gets the focus and would be loaded ahead; it is gone when the list is refreshed.
    focusHeading()
    await forget(user.id)
  }
  return (
    <>
      <Button {...leadsToChange} look="second" className="text-danger max-sm:grow" onClick={() => setIsOpen(true)}>
        {m.user_delete()}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={m.user_delete_title({ name: userWord(user) })}
        text={m.user_delete_text({ email: user.email })}
        action={m.user_delete()}
        isDanger
        isBusy={isBusy}
        onConfirm={() => void run(remove)}
      />
    </>
  )
}
