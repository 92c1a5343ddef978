import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '#i18n/error-words.ts'
import { formatNumber } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { fromThrown } from '#lib/app-error.ts'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Panel } from '#ui/panel.tsx'
import { sessionsQuery } from './account.data.ts'
import type { MySession } from './account.schema.ts'
import { EndOthers, EndSession } from './session-end.tsx'
import { SessionRow } from './session-row.tsx'

/** How many sign-ins are shown at first. */
const FIRST = 5

/** Where I am signed in, each with its end. The rest of the page stands without it. */
export function SessionPanel({ timeZone }: { timeZone: string }) {
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery(sessionsQuery)
  return (
    <Panel className="mt-4" title={m.account_sessions_title()}>
      {data ? (
        // The time of the answer, not that of the rendering: server and browser say the same.
        <Sessions sessions={data} now={new Date(dataUpdatedAt)} timeZone={timeZone} />
      ) : error ? (
        <Failure error={error} isBusy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </Panel>
  )
}

function Sessions({ sessions, now, timeZone }: { sessions: MySession[]; now: Date; timeZone: string }) {
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
        {sessions.some(({ isCurrent }) => !isCurrent) && <EndOthers />}
      </div>
      <EndSession session={ending} onClose={() => setEnding(undefined)} />
    </>
  )
}

function Failure({ error, isBusy, onRetry }: { error: Error; isBusy: boolean; onRetry: () => void }) {
  return (
    <div role="alert" className="mt-2">
      <p className="font-medium">{m.account_sessions_load_failed()}</p>
      <p className="text-sm text-muted">{errorText(fromThrown(error).code)}</p>
      <Button look="second" isBusy={isBusy} className="mt-3" onClick={onRetry}>
        {m.common_try_again()}
      </Button>
    </div>
  )
}

function Loading() {
  return (
    <div className="mt-4 flex flex-col gap-2" aria-busy="true">
      <span className="sr-only" role="status">
        {m.common_loading()}
      </span>
      <Skeleton className="h-5 w-44" />
      <Skeleton className="h-4 w-28" />
    </div>
  )
}
