import { useQuery } from '@tanstack/react-query'
import { useRefreshUsers } from '../user.data.ts'
import type { User } from '../user.schema.ts'
import { deviceWord } from '#base/i18n/device-word.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import type { AppError } from '#base/errors/app-error.ts'
import { SessionPanel } from '#people/session/shared/session-panel.tsx'
import { revokeUserSession, revokeUserSessions, userSessionsQuery } from '#people/session/session.data.ts'
import { UserSessionRow } from './user-session-row.tsx'

interface UserSessionsProps {
  user: Pick<User, 'id' | 'name' | 'email'>
  timeZone: string
  /** Whether the user is the current manager: ending the own session leads to the login. */
  isMe: boolean
  /** Called first when a call is refused: the user may have been deleted. */
  onRefused: (error: AppError) => boolean
}

/** The sessions of a user, with buttons to end each and all. */
export function UserSessions({ user: { id, name, email }, timeZone, isMe, onRefused }: UserSessionsProps) {
  const state = useQuery(userSessionsQuery(id))
  return (
    <SessionPanel
      title={m.user_sessions()}
      state={state}
      failure={m.user_sessions_load_failed()}
      timeZone={timeZone}
      Row={UserSessionRow}
      endOne={({ id: sessionId, isCurrent, label, ...device }) => ({
        title: m.user_session_revoke_title({ device: deviceWord(device) }),
        text: isCurrent ? m.user_session_revoke_own() : m.user_session_revoke_text({ label: isolated(label) }),
        action: m.user_session_revoke(),
        isDanger: true,
        call: () => revokeUserSession({ data: { id, sessionId } }),
        isDoneWhenGone: true,
        next: isCurrent ? '/login' : undefined,
        success: m.user_session_revoked(),
        failure: m.account_session_failed(),
      })}
      endAll={
        state.data?.length
          ? {
              title: m.user_sessions_revoke_title({ name: isolated(name || (email ?? m.user_no_address())) }),
              text: isMe
                ? m.user_sessions_revoke_own()
                : email === null
                  ? m.user_sessions_revoke_text_no_address()
                  : m.user_sessions_revoke_text(),
              action: m.user_sessions_revoke(),
              isDanger: true,
              call: () => revokeUserSessions({ data: { id } }),
              next: isMe ? '/login' : undefined,
              success: m.user_sessions_revoked(),
              failure: m.account_sessions_failed(),
            }
          : undefined
      }
      isEndAllOnTop
      refresh={useRefreshUsers()}
      onRefused={onRefused}
    />
  )
}
