import { skipToken, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { formatTimeAgo } from '#base/i18n/format.ts'
import { useSendsMail } from '#kit/installation/installation.data.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Button } from '#base/ui/button.tsx'
import { Icon } from '#base/ui/icon.tsx'
import { toast } from '#base/ui/toast/toast.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { sendInvitation, userQuery, useRefreshUsers } from '../user.data.ts'
import { UserInvitationText } from './user-invitation-text.tsx'
import { useGoneUser } from '../shared/user-outcome.ts'
import type { User } from '../user.schema.ts'

const lostKey = (id: string) => ['user', 'invitation lost', id]

/** Stores for the user's page that the invitation could not be mailed. */
export function useNoteInvitation() {
  const queryClient = useQueryClient()
  return (id: string, isLost: boolean) => queryClient.setQueryData(lostKey(id), isLost)
}

interface UserInvitationProps {
  user: User
  /** Address of the user. */
  email: string
  timeZone: string
}

/** For an unverified user: what became of the invitation, and the way to send it or to pass it on. */
export const UserInvitation = (props: UserInvitationProps) =>
  useSendsMail() ? <MailedInvitation {...props} /> : <UserInvitationText id={props.user.id} email={props.email} />

/** When the invitation was mailed, or that it failed, with a button to send it. */
function MailedInvitation({ user, email, timeZone }: UserInvitationProps) {
  const { id, invitedAt } = user
  const { data: isLost = false } = useQuery<boolean>({ queryKey: lostKey(id), queryFn: skipToken })
  // The time of the response, so that server and browser render the same.
  const { dataUpdatedAt } = useSuspenseQuery(userQuery(id))
  const note = useNoteInvitation()
  const refresh = useRefreshUsers()
  const send = useAction(
    async () => {
      await sendInvitation({ data: { id } })
      void toast({ type: 'success', title: m.user_invited() })
      // Refreshed first: otherwise the page would briefly say that no invitation was ever sent.
      await refresh()
      note(id, false)
    },
    { failure: m.error_MAIL_NOT_SENT(), onRefused: useGoneUser(user) },
  )
  const text = isLost
    ? m.user_invite_lost({ email })
    : invitedAt
      ? sentText(email, invitedAt, new Date(dataUpdatedAt), timeZone)
      : m.user_invite_waiting({ email })
  return (
    <div
      role={isLost ? 'alert' : undefined}
      className={`mt-4 rounded-md border px-4 py-3 ${isLost ? 'border-danger' : 'border-line bg-surface'}`}
    >
      <p className={`flex items-start gap-2.5 text-sm ${isLost ? 'font-medium text-danger' : 'text-muted'}`}>
        <Icon name="alert" className="mt-px size-5" />
        <span className="min-w-0 break-words">{text}</span>
      </p>
      <Button look="second" isBusy={send.isBusy} className="mt-3" onClick={() => void send.run()}>
        {isLost || invitedAt ? m.user_invite_again() : m.user_invite_send()}
      </Button>
    </div>
  )
}

const MINUTE = 60_000

function sentText(email: string, invitedAt: Date, at: Date, timeZone: string): string {
  const isNow = at.getTime() - invitedAt.getTime() < MINUTE
  return isNow
    ? m.user_invite_sent_now({ email })
    : m.user_invite_sent({ email, when: formatTimeAgo(invitedAt, at, timeZone) })
}
