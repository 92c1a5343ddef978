import { useState } from 'react'
import { m } from '#i18n/paraglide/messages.js'
import { fromThrown } from '#lib/app-error.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { useToUsers } from './use-to-users.ts'
import { toastDone, useUserAction } from './use-user-action.ts'
import { removeUser, useForgetUser } from './user.data.ts'
import type { User } from './user.schema.ts'
import { userWord } from './user-word.ts'

/** Deletes a user, after asking; ends on the list. */
export function UserDelete({ user }: { user: User }) {
  const toUsers = useToUsers()
  const forget = useForgetUser()
  const [isOpen, setIsOpen] = useState(false)
  const { isBusy, run } = useUserAction(user, m.user_delete_failed())
  const remove = async () => {
    const { isTold } = await removeUser({ data: { id: user.id } }).catch((thrown: unknown) => {
      // Somebody else was faster, and it is as was wanted.
      if (fromThrown(thrown).code === 'NOT_FOUND') return { isTold: null }
      throw thrown
    })
    toastDone(m.user_deleted(), user, isTold)
    setIsOpen(false)
    // Its page would ask for it again.
    await toUsers()
    await forget(user.id)
  }
  return (
    <>
      <Button look="second" className="text-danger max-sm:grow" onClick={() => setIsOpen(true)}>
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
