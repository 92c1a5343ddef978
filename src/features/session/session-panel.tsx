import type { UseQueryResult } from '@tanstack/react-query'
import { useRef, useState, type ComponentType } from 'react'
import { formatNumber } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import type { AppError } from '#errors/app-error.ts'
import { leadsToChange } from '#lib/refusal.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmCall, type ConfirmedCall } from '#ui/confirm-call.tsx'
import { Panel, rowActionClass } from '#ui/panel.tsx'
import { PanelError, PanelLoading } from '#ui/panel-state.tsx'
import type { SessionRowProps } from './session-row.tsx'
import type { ListedSession } from './session.schema.ts'

/** How many sessions are shown at first. */
const FIRST = 5

interface SessionPanelProps {
  className?: string
  title: string
  state: UseQueryResult<ListedSession[]>
  /** Said where the sessions cannot be read. */
  failure: string
  timeZone: string
  Row: ComponentType<SessionRowProps>
  /** The end of one session. */
  endOne: (session: ListedSession) => ConfirmedCall
  /** The end of several at once; undefined where there are none to end. */
  endAll: ConfirmedCall | undefined
  /** Whether the button of that stands beside the title, else below the list. */
  isEndAllOnTop?: boolean
  refresh: () => Promise<unknown>
  /** Called first when an end fails; true where nothing more is to be said. */
  onRefused?: (error: AppError) => boolean
}

/** Where somebody is signed in, with the end of one and of all. The rest of the page stands without it. */
export function SessionPanel(props: SessionPanelProps) {
  const { className = '', title, state, failure, endAll, isEndAllOnTop = false, refresh, onRefused } = props
  const heading = useRef<HTMLHeadingElement>(null)
  const [ending, setEnding] = useState<ConfirmedCall>()
  return (
    <Panel
      className={className}
      title={title}
      titleRef={heading}
      action={
        isEndAllOnTop &&
        endAll && (
          <button
            {...leadsToChange}
            type="button"
            className={`${rowActionClass} -my-2.5 text-danger`}
            onClick={() => setEnding(endAll)}
          >
            {endAll.action}
          </button>
        )
      }
    >
      {state.data ? (
        <Sessions {...props} sessions={state.data} at={new Date(state.dataUpdatedAt)} onEnd={setEnding} />
      ) : state.error ? (
        <PanelError
          title={failure}
          error={state.error}
          isBusy={state.isFetching}
          onRetry={() => void state.refetch()}
        />
      ) : (
        <PanelLoading />
      )}
      {/* Goes with the last session: nothing is left to confirm. */}
      {state.data?.length ? (
        <ConfirmCall
          confirmed={ending}
          onClose={() => setEnding(undefined)}
          heading={heading}
          refresh={refresh}
          {...(onRefused && { onRefused })}
        />
      ) : null}
    </Panel>
  )
}

interface SessionsProps extends SessionPanelProps {
  sessions: ListedSession[]
  /** The time of the answer, not that of the rendering: server and browser say the same. */
  at: Date
  onEnd: (confirmed: ConfirmedCall) => void
}

function Sessions({ sessions, at, timeZone, Row, endOne, endAll, isEndAllOnTop = false, onEnd }: SessionsProps) {
  const [isAll, setIsAll] = useState(false)
  const shown = isAll ? sessions : sessions.slice(0, FIRST)
  if (sessions.length === 0) return <p className="mt-2 text-muted">{m.user_sessions_empty()}</p>
  return (
    <>
      {/* eslint-disable-next-line jsx-a11y/no-redundant-roles -- Safari takes a list without bullets for none */}
      <ul role="list" className="@container mt-1.5">
        {shown.map((session) => (
          <Row key={session.id} session={session} at={at} timeZone={timeZone} onEnd={() => onEnd(endOne(session))} />
        ))}
      </ul>
      <div className="flex flex-wrap gap-3 empty:hidden">
        {shown.length < sessions.length && (
          <Button look="second" className="mt-2 max-sm:w-full" onClick={() => setIsAll(true)}>
            {m.account_sessions_show_all({ count: formatNumber(sessions.length) })}
          </Button>
        )}
        {!isEndAllOnTop && endAll && (
          <Button {...leadsToChange} look="second" className="mt-2 max-sm:w-full" onClick={() => onEnd(endAll)}>
            {endAll.action}
          </Button>
        )}
      </div>
    </>
  )
}
