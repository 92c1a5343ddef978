import { useState } from 'react'
import { m } from '#i18n/paraglide/messages.js'
import { leadsToChange } from '#lib/refusal.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { BanForm, NO_BAN } from './user-ban-form.tsx'
import { toastDone, useUserAction } from './use-user-action.ts'
import { unbanUser, useRefreshUsers } from './user.data.ts'
import type { User } from './user.schema.ts'
import { isBanned, userWord } from './user-word.ts'

/** Bans a user, or lifts the ban of one who is: by one button, which still has the focus when it has become the other. */
export function UserBan({ user }: { user: User }) {
  const [open, setOpen] = useState<'ban' | 'unban'>()
  const close = () => setOpen(undefined)
  const isOut = isBanned(user)
  return (
    <>
      <Button
        {...leadsToChange}
        look="second"
        className={`max-sm:grow ${isOut ? '' : 'text-danger'}`}
        onClick={() => setOpen(isOut ? 'unban' : 'ban')}
      >
        {isOut ? m.user_unban() : m.user_ban()}
      </Button>
      <Ban user={user} isOpen={open === 'ban'} onClose={close} />
      <Unban user={user} isOpen={open === 'unban'} onClose={close} />
    </>
  )
}

interface BanProps {
  user: User
  isOpen: boolean
  onClose: () => void
}

function Ban({ user, isOpen, onClose }: BanProps) {
  // Closed by mistake: what was typed is still there.
  const [draft, setDraft] = useState(NO_BAN)
  const name = userWord(user)
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={m.user_ban_title({ name })}
      description={m.user_ban_text({ name })}
      closeLabel={m.common_close()}
    >
      <BanForm
        user={user}
        draft={draft}
        onDraft={setDraft}
        onCancel={onClose}
        onDone={() => {
          setDraft(NO_BAN)
          onClose()
        }}
      />
    </Dialog>
  )
}

function Unban({ user, isOpen, onClose }: BanProps) {
  const refresh = useRefreshUsers()
  const { isBusy, run } = useUserAction(user, m.user_unban_failed())
  const name = userWord(user)
  const unban = async () => {
    const { isTold } = await unbanUser({ data: { id: user.id } })
    onClose()
    await refresh()
    toastDone(m.user_unban_done({ name }), user, isTold)
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={m.user_unban_title({ name })}
      text={m.user_unban_text({ name })}
      action={m.user_unban()}
      isBusy={isBusy}
      onConfirm={() => void run(unban)}
    />
  )
}
