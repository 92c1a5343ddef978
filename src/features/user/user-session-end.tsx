import { useState, type RefObject } from 'react'
import type { ListedSession } from '#features/session/session.schema.ts'
import { deviceWord } from '#i18n/device-word.ts'
import { m } from '#i18n/paraglide/messages.js'
import { fromThrown } from '#lib/app-error.ts'
import { leaveFor } from '#lib/leave.ts'
import { leadsToChange } from '#lib/refusal.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { rowActionClass } from '#ui/panel.tsx'
import { useAction } from '#ui/use-action.ts'
import { useClosing } from '#ui/use-closing.ts'
import { revokeUserSession, revokeUserSessions, useRefreshUsers } from './user.data.ts'
import { useGoneUser } from './user-outcome.ts'
import type { User } from './user.schema.ts'
import { userWord } from './user-word.ts'

interface RevokeSessionProps {
  user: User
  session: ListedSession | undefined
  onClose: () => void
  /** Has the focus afterwards: the button that opened it is gone. */
  heading: RefObject<HTMLElement | null>
}

/** Ends one session of a user, after asking; open while there is one. */
export function RevokeSession({ user, session, onClose, heading }: RevokeSessionProps) {
  const refresh = useRefreshUsers()
  // Its name still stands there while the dialog goes.
  const [last, setLast] = useState(session)
  if (session && session !== last) setLast(session)
  const { lastFocus, close } = useClosing(onClose)

  const revoke = useAction(
    async ({ id: sessionId, isCurrent }: ListedSession) => {
      await revokeUserSession({ data: { id: user.id, sessionId } }).catch((thrown: unknown) => {
        // It has ended meanwhile, as was wanted.
        if (fromThrown(thrown).code !== 'NOT_FOUND') throw thrown
      })
      if (isCurrent) return leaveFor('/login')
      close(heading.current)
    },
    { failure: m.account_session_failed(), onRefused: useGoneUser(user), refresh, success: m.user_session_revoked() },
  )
  const device = last ? deviceWord(last) : ''
  return (
    <ConfirmDialog
      isOpen={session !== undefined}
      onClose={() => close()}
      lastFocus={lastFocus}
      title={m.user_session_revoke_title({ device })}
      text={last?.isCurrent ? m.user_session_revoke_own() : m.user_session_revoke_text({ label: last?.label ?? '' })}
      action={m.user_session_revoke()}
      isDanger
      isBusy={revoke.isBusy}
      onConfirm={() => last && void revoke.run(last)}
    />
  )
}

interface RevokeSessionsProps extends Pick<RevokeSessionProps, 'user' | 'heading'> {
  isMe: boolean
}

/** Ends all sessions of a user, after asking. */
export function RevokeSessions({ user, isMe, heading }: RevokeSessionsProps) {
  const refresh = useRefreshUsers()
  const [isOpen, setIsOpen] = useState(false)
  const { lastFocus, close } = useClosing(() => setIsOpen(false))
  const revoke = useAction(
    async () => {
      await revokeUserSessions({ data: { id: user.id } })
      if (isMe) return leaveFor('/login')
      close(heading.current)
    },
    { failure: m.account_sessions_failed(), onRefused: useGoneUser(user), refresh, success: m.user_sessions_revoked() },
  )
  return (
    <>
      <button
        {...leadsToChange}
        type="button"
        className={`${rowActionClass} -my-2.5 text-danger`}
        onClick={() => setIsOpen(true)}
      >
        {m.user_sessions_revoke()}
      </button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => close()}
        lastFocus={lastFocus}
        title={m.user_sessions_revoke_title({ name: userWord(user) })}
        text={isMe ? m.user_sessions_revoke_own() : m.user_sessions_revoke_text()}
        action={m.user_sessions_revoke()}
        isDanger
        isBusy={revoke.isBusy}
        onConfirm={() => void revoke.run()}
      />
    </>
  )
}
