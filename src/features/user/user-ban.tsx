import { useState } from 'react'
import { m } from '#i18n/paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { BanForm } from './user-ban-form.tsx'
import { toastDone, useUserAction } from './use-user-action.ts'
import { unbanUser, useRefreshUsers } from './user.data.ts'
import type { User } from './user.schema.ts'
import { isBanned, userWord } from './user-word.ts'

/** Bans a user, or lifts the ban of one who is. */
export function UserBan({ user }: { user: User }) {
  return isBanned(user) ? <Unban user={user} /> : <Ban user={user} />
}

function Ban({ user }: { user: User }) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  const name = userWord(user)
  return (
    <>
      <Button look="second" className="text-danger max-sm:grow" onClick={() => setIsOpen(true)}>
        {m.user_ban()}
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={close}
        title={m.user_ban_title({ name })}
        description={m.user_ban_text({ name })}
        closeLabel={m.common_close()}
      >
        <BanForm user={user} onClose={close} />
      </Dialog>
    </>
  )
}

function Unban({ user }: { user: User }) {
  const refresh = useRefreshUsers()
  const [isOpen, setIsOpen] = useState(false)
  const { isBusy, run } = useUserAction(user, m.user_unban_failed())
  const name = userWord(user)
  const unban = async () => {
    const { isTold } = await unbanUser({ data: { id: user.id } })
    setIsOpen(false)
    await refresh()
    toastDone(m.user_unban_done({ name }), user, isTold)
  }
  return (
    <>
      <Button look="second" className="max-sm:grow" onClick={() => setIsOpen(true)}>
        {m.user_unban()}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={m.user_unban_title({ name })}
        text={m.user_unban_text({ name })}
        action={m.user_unban()}
        isBusy={isBusy}
        onConfirm={() => void run(unban)}
      />
    </>
  )
}
