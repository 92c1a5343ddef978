import { useState } from 'react'
import { isBanned } from '#base/auth/session/ban.schema.ts'
import { useSendsMail } from '#kit/installation/installation.data.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Button } from '#base/ui/button.tsx'
import { ConfirmDialog } from '#base/ui/dialog/confirm-dialog.tsx'
import { Dialog } from '#base/ui/dialog/dialog.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { fitDraft, useSavedDraft } from '#base/ui/form/use-saved-draft.ts'
import { BanForm, NO_BAN } from './user-ban-form.tsx'
import { unbanUser, useRefreshUsers } from '../user.data.ts'
import { useToastWithUndo, useStaleUser } from '../shared/user-outcome.ts'
import type { User } from '../user.schema.ts'
import { userWord } from '../user-word.ts'

/** Bans a user or lifts the ban, with one button, which keeps the focus when it changes. */
export function UserBan({ user }: { user: User }) {
  const [open, setOpen] = useState<'ban' | 'unban'>()
  // As the user was when the dialog opened: another manager may ban them meanwhile.
  const [version, setVersion] = useState(user.version)
  const close = () => setOpen(undefined)
  const isOut = isBanned(user)
  return (
    <>
      <Button
        {...blockedInDemo}
        look="second"
        className={`max-sm:grow ${isOut ? '' : 'text-danger'}`}
        onClick={() => {
          setVersion(user.version)
          setOpen(isOut ? 'unban' : 'ban')
        }}
      >
        {isOut ? m.user_unban() : m.user_ban()}
      </Button>
      <Ban user={user} version={version} isOpen={open === 'ban'} onClose={close} />
      <Unban user={user} version={version} isOpen={open === 'unban'} onClose={close} />
    </>
  )
}

interface BanProps {
  user: User
  /** The version of the user that is to be banned, or whose ban is to be lifted. */
  version: number
  isOpen: boolean
  onClose: () => void
}

function Ban({ user, version, isOpen, onClose }: BanProps) {
  const [draft, setDraft] = useState(NO_BAN)
  const drop = () => setDraft(NO_BAN)
  const isDirty = () => draft.reason.trim() !== '' || draft.moment !== ''
  useSavedDraft(`ban ${user.id}`, {
    read: () => (isDirty() ? draft : undefined),
    restore: (saved) => setDraft(fitDraft(NO_BAN, saved)),
  })
  const name = isolated(userWord(user))
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={m.user_ban_title({ name })}
      description={(useSendsMail() ? m.user_ban_text : m.user_ban_text_outbox)({ name })}
      closeLabel={m.common_close()}
    >
      <BanForm
        user={user}
        version={version}
        draft={draft}
        onDraft={setDraft}
        isChanged={isDirty}
        onDiscard={drop}
        onStale={onClose}
        onDone={() => {
          drop()
          onClose()
        }}
      />
    </Dialog>
  )
}

function Unban({ user, version, isOpen, onClose }: BanProps) {
  const refresh = useRefreshUsers()
  const toastDone = useToastWithUndo()
  const name = isolated(userWord(user))
  const unban = useAction(
    async () => {
      const { isTold } = await unbanUser({ data: { id: user.id, version } })
      onClose()
      await refresh()
      toastDone(m.user_unban_done({ name }), user, isTold)
    },
    { failure: m.user_unban_failed(), onRefused: useStaleUser(user, onClose) },
  )
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={m.user_unban_title({ name })}
      text={(useSendsMail() ? m.user_unban_text : m.user_unban_text_outbox)({ name })}
      action={m.user_unban()}
      isBusy={unban.isBusy}
      onConfirm={() => void unban.run()}
    />
  )
}
