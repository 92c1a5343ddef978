import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { m } from '#i18n/paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { toast } from '#ui/toast.ts'
import { useUserAction } from './use-user-action.ts'
import { sendInvitation } from './user.data.ts'
import type { User } from './user.schema.ts'

const lostKey = (id: string) => ['user', 'invitation lost', id]

/** Notes for the page of a user whether the invitation could not be mailed. */
export function useNoteInvitation() {
  const queryClient = useQueryClient()
  return (id: string, isLost: boolean) => queryClient.setQueryData(lostKey(id), isLost)
}

/** Of somebody whose address is not proven: that it is so, and the way to send the invitation, again where it was lost. */
export function UserInvitation({ user }: { user: User }) {
  const { id, email } = user
  const { data: isLost = false } = useQuery<boolean>({ queryKey: lostKey(id), queryFn: skipToken })
  const note = useNoteInvitation()
  const { isBusy, run } = useUserAction(user, m.error_MAIL_NOT_SENT())
  const send = async () => {
    await sendInvitation({ data: { id } })
    note(id, false)
    void toast({ type: 'success', title: m.user_invited() })
  }
  return (
    <div
      role={isLost ? 'alert' : undefined}
      className={`mt-4 rounded-md border px-4 py-3 ${isLost ? 'border-danger' : 'border-line bg-surface'}`}
    >
      <p className={`flex items-start gap-2.5 text-sm ${isLost ? 'font-medium text-danger' : 'text-muted'}`}>
        <Icon name="alert" className="mt-px size-5" />
        <span className="min-w-0 break-words">
          {isLost ? m.user_invite_lost({ email }) : m.user_invite_waiting({ email })}
        </span>
      </p>
      <Button look="second" isBusy={isBusy} className="mt-3" onClick={() => void run(send)}>
        {isLost ? m.user_invite_again() : m.user_invite_send()}
      </Button>
    </div>
  )
}
