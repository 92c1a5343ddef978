import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type RefObject } from 'react'
import type { ListedSession } from '#features/session/session.schema.ts'
import { formatNumber } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'
import { PanelError, PanelLoading } from '#ui/panel-state.tsx'
import { RevokeSession, RevokeSessions } from './user-session-end.tsx'
import { UserSessionRow } from '#features/session/user-session-row.tsx'
import { userSessionsQuery } from './user.data.ts'
import type { User } from './user.schema.ts'

/** How many sessions are shown at first. */
const FIRST = 5

interface UserSessionsProps {
  user: User
  timeZone: string
  isMe: boolean
}

/** Where a user is signed in, with the end of each and of all. The rest of the page stands without it. */
export function UserSessions({ user, timeZone, isMe }: UserSessionsProps) {
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery(userSessionsQuery(user.id))
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <Panel
      title={m.user_sessions()}
      titleRef={heading}
      action={data && data.length > 0 && <RevokeSessions user={user} isMe={isMe} heading={heading} />}
    >
      {data ? (
        <Rows user={user} sessions={data} at={new Date(dataUpdatedAt)} timeZone={timeZone} heading={heading} />
      ) : error ? (
        <PanelError
          title={m.user_sessions_load_failed()}
          error={error}
          isBusy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <PanelLoading />
      )}
    </Panel>
  )
}

interface RowsProps extends Omit<UserSessionsProps, 'isMe'> {
  sessions: ListedSession[]
  at: Date
  heading: RefObject<HTMLElement | null>
}

function Rows({ user, sessions, at, timeZone, heading }: RowsProps) {
  const [isAll, setIsAll] = useState(false)
  const [ending, setEnding] = useState<ListedSession>()
  const shown = isAll ? sessions : sessions.slice(0, FIRST)
  if (sessions.length === 0) return <p className="mt-2 text-muted">{m.user_sessions_empty()}</p>
  return (
    <>
      {/* eslint-disable-next-line jsx-a11y/no-redundant-roles -- Safari takes a list without bullets for none */}
      <ul role="list" className="@container mt-1.5">
        {shown.map((session) => (
          <UserSessionRow
            key={session.id}
            session={session}
            at={at}
            timeZone={timeZone}
            onRevoke={() => setEnding(session)}
          />
        ))}
      </ul>
      {shown.length < sessions.length && (
        <Button look="second" className="mt-2 max-sm:w-full" onClick={() => setIsAll(true)}>
          {m.account_sessions_show_all({ count: formatNumber(sessions.length) })}
        </Button>
      )}
      <RevokeSession user={user} session={ending} onClose={() => setEnding(undefined)} heading={heading} />
    </>
  )
}
