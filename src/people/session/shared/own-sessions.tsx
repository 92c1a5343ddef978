import { useQuery } from '@tanstack/react-query'
import { revokeOtherSessions } from '#base/auth/browser/calls.ts'
import { deviceWord } from '#base/i18n/device-word.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import type { Me } from '#kit/me/me.schema.ts'
import { useWayBack } from '#people/passkey/shared/use-way-back.ts'
import { SessionPanel } from './session-panel.tsx'
import { OwnSessionRow } from './session-row.tsx'
import { ownSessionsQuery, revokeOwnSession, useRefreshOwnSessions } from '../session.data.ts'

/** The user's own sessions, with buttons to end each other one and all others. */
export function OwnSessions({ me, timeZone }: { me: Me; timeZone: string }) {
  const wayBack = useWayBack(me, !me.isImpersonated)
  const state = useQuery(ownSessionsQuery)
  return (
    <SessionPanel
      className="mt-4"
      title={m.account_sessions_title()}
      state={state}
      failure={m.account_sessions_load_failed()}
      timeZone={timeZone}
      Row={OwnSessionRow}
      endOne={(session) => ({
        title: m.account_session_end_title({ device: deviceWord(session) }),
        text: wayBack,
        action: m.account_sign_out(),
        call: () => revokeOwnSession({ data: { id: session.id } }),
        isDoneWhenGone: true,
        success: m.account_session_ended(),
        failure: m.account_session_failed(),
      })}
      endAll={
        state.data?.some(({ isCurrent }) => !isCurrent)
          ? {
              title: m.account_sessions_end_title(),
              text: `${m.account_sessions_end_text()} ${wayBack}`,
              action: m.account_sessions_end(),
              call: revokeOtherSessions,
              success: m.account_sessions_ended(),
              failure: m.account_sessions_failed(),
            }
          : undefined
      }
      refresh={useRefreshOwnSessions()}
    />
  )
}
