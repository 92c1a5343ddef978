import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type RefObject } from 'react'
import { formatNumber } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'
import { PanelError, PanelLoading } from '#ui/panel-state.tsx'
import { sessionsQuery } from '#features/account/account.data.ts'
import type { MySession } from '#features/account/account.schema.ts'
import { EndOthers, EndSession } from '../session-end.tsx'
import { SessionRow } from '../session-row.tsx'

/** How many sign-ins are shown at first. */
const FIRST = 5

/** Where I am signed in, each with its end. The rest of the page stands without it. */
export function SessionPanel({ timeZone }: { timeZone: string }) {
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery(sessionsQuery)
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <Panel className="mt-4" title={m.account_sessions_title()} titleRef={heading}>
      {data ? (
        // The time of the answer, not that of the rendering: server and browser say the same.
        <Sessions sessions={data} now={new Date(dataUpdatedAt)} timeZone={timeZone} heading={heading} />
      ) : error ? (
        <PanelError
          title={m.account_sessions_load_failed()}
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

interface SessionsProps {
  sessions: MySession[]
  now: Date
  timeZone: string
  heading: RefObject<HTMLElement | null>
}

function Sessions({ sessions, now, timeZone, heading }: SessionsProps) {
  const [isAll, setIsAll] = useState(false)
  const [ending, setEnding] = useState<MySession>()
  const shown = isAll ? sessions : sessions.slice(0, FIRST)
  return (
    <>
      <ul className="mt-1.5">
        {shown.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            now={now}
            timeZone={timeZone}
            onEnd={() => setEnding(session)}
          />
        ))}
      </ul>
      <div className="flex flex-wrap gap-3 empty:hidden">
        {shown.length < sessions.length && (
          <Button look="second" className="mt-2 max-sm:w-full" onClick={() => setIsAll(true)}>
            {m.account_sessions_show_all({ count: formatNumber(sessions.length) })}
          </Button>
        )}
        {sessions.some(({ isCurrent }) => !isCurrent) && <EndOthers heading={heading} />}
      </div>
      <EndSession session={ending} onClose={() => setEnding(undefined)} heading={heading} />
    </>
  )
}
