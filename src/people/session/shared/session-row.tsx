import { useId, useState, type ReactNode } from 'react'
import { deviceWord } from '#base/i18n/device-word.ts'
import { formatDate, formatDaysAgo } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Icon } from '#base/ui/icon.tsx'
import { rowActionClass } from '#base/ui/panel.tsx'
import type { ListedSession } from '../session.schema.ts'

export interface SessionRowProps {
  session: ListedSession
  /** The time of the response. */
  at: Date
  timeZone: string
  onEnd: () => void
}

/** A session of the user: device and last use; details on request; a button to end it, except for the current one. */
export function OwnSessionRow({ session, at, timeZone, onEnd }: SessionRowProps) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const device = deviceWord(session)
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-3 border-line py-1.5 not-last:border-b">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
        className="grid min-h-11 max-w-full min-w-0 grid-cols-[minmax(0,auto)_auto] content-center items-center justify-start gap-x-1.5 rounded-sm text-start"
      >
        <span className="font-semibold [overflow-wrap:anywhere]">{device}</span>
        <Icon
          name="down"
          className={`size-4 text-muted transition-transform duration-150 ${isOpen ? 'rotate-180' : ''}`}
        />
        <span className="col-span-2 min-w-0 text-[0.8125rem] break-words text-muted">
          {session.isCurrent
            ? m.account_session_current()
            : m.account_session_used({ when: formatDaysAgo(session.updatedAt, at, timeZone) })}
          {session.isImpersonated && ` · ${m.account_session_impersonated()}`}
        </span>
      </button>
      {!session.isCurrent && (
        <button
          {...blockedInDemo}
          type="button"
          aria-label={m.account_session_end({ device })}
          className={rowActionClass}
          onClick={onEnd}
        >
          {m.account_sign_out()}
        </button>
      )}
      <dl
        id={id}
        hidden={!isOpen}
        className="mt-1 mb-2 grid w-full grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-[0.8125rem] [&[hidden]]:hidden"
      >
        <Facts session={session} timeZone={timeZone} />
      </dl>
    </li>
  )
}

function Facts({ session, timeZone }: { session: ListedSession; timeZone: string }) {
  return (
    <>
      {session.ip !== null && (
        <Fact label={m.account_session_ip()}>
          <span dir="ltr">{session.ip}</span>
        </Fact>
      )}
      <Fact label={m.account_session_since()}>{formatDate(session.createdAt, timeZone)}</Fact>
      <Fact label={m.account_session_until()}>{formatDate(session.expiresAt, timeZone)}</Fact>
      <Fact label={m.account_session_label()}>
        <code dir="ltr" className="font-mono">
          {session.label}
        </code>
      </Fact>
    </>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  )
}
