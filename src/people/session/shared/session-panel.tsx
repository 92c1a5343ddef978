import type { UseQueryResult } from '@tanstack/react-query'
import { useRef, useState, type ComponentType } from 'react'
import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import type { AppError } from '#base/errors/app-error.ts'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Button } from '#base/ui/button.tsx'
import { ConfirmCall, type ConfirmedCall } from '#base/ui/dialog/confirm-call.tsx'
import { Panel, rowActionClass } from '#base/ui/panel.tsx'
import { PanelState } from '#base/ui/state/panel-state.tsx'
import type { SessionRowProps } from './session-row.tsx'
import type { ListedSession } from '../session.schema.ts'

/** Sessions shown at first. */
const FIRST = 5

interface SessionPanelProps {
  className?: string
  title: string
  state: UseQueryResult<ListedSession[]>
  /** Title of the error when the sessions cannot be loaded. */
  failure: string
  timeZone: string
  Row: ComponentType<SessionRowProps>
  /** Call that ends one session. */
  endOne: (session: ListedSession) => ConfirmedCall
  /** Call that ends several at once; undefined when there are none. */
  endAll: ConfirmedCall | undefined
  /** Whether the button of `endAll` is next to the title, else below the list. */
  isEndAllOnTop?: boolean
  refresh: () => Promise<unknown>
  /** Called first when a call fails; true if it has handled the error. */
  onRefused?: (error: AppError) => boolean
}

/**
 * Panel with the sessions of a user, which can be ended one by one or all at once. Its errors do not affect the rest of
 * the page.
 */
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
            {...blockedInDemo}
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
      ) : (
        <PanelState title={failure} query={state} />
      )}
      {/* Removed with the last session, when nothing is left to confirm. */}
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
  /** The time of the response, not of the rendering, so that server and browser render the same. */
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
          <Button {...blockedInDemo} look="second" className="mt-2 max-sm:w-full" onClick={() => onEnd(endAll)}>
            {endAll.action}
          </Button>
        )}
      </div>
    </>
  )
}
