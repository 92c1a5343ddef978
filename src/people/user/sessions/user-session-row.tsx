import { deviceWord } from '#base/i18n/device-word.ts'
import { formatDateTime, formatDaysAhead, formatTimeAgo } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { rowActionClass } from '#base/ui/panel.tsx'
import type { SessionRowProps } from '#people/session/shared/session-row.tsx'

/** A session of a user: label, device, address, times, and a button to end it. */
export function UserSessionRow({ session, at, timeZone, onEnd }: SessionRowProps) {
  const device = deviceWord(session)
  const { updatedAt, expiresAt } = session
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1.5 border-line py-2.5 not-last:border-b @xl:grid-cols-[auto_minmax(0,5fr)_minmax(0,3fr)_minmax(0,3fr)_auto]">
      <div className="min-w-0">
        <p className="font-semibold">{device}</p>
        <p className="text-[0.8125rem] text-muted">
          {session.ip !== null && (
            <span dir="ltr" className="break-words">
              {session.ip}
            </span>
          )}
          {session.isCurrent && <Mark>{m.account_session_current()}</Mark>}
          {session.isImpersonated && <Mark>{m.user_session_impersonated()}</Mark>}
        </p>
      </div>
      <div className="order-last col-span-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-[0.8125rem] text-muted @xl:contents">
        <code
          dir="ltr"
          className="rounded-sm border border-line bg-paper px-2 py-1 font-mono text-xs text-ink @xl:order-first"
        >
          {session.label}
        </code>
        <time dateTime={updatedAt.toISOString()} title={formatDateTime(updatedAt, timeZone)}>
          {m.user_session_updated({ time: formatTimeAgo(updatedAt, at, timeZone) })}
        </time>
        <time dateTime={expiresAt.toISOString()} title={formatDateTime(expiresAt, timeZone)}>
          {m.user_session_expires({ time: formatDaysAhead(expiresAt, at, timeZone) })}
        </time>
      </div>
      <button
        type="button"
        aria-label={`${m.user_session_revoke()}: ${device}, ${session.label}`}
        className={rowActionClass}
        onClick={onEnd}
      >
        {m.user_session_revoke()}
      </button>
    </li>
  )
}

function Mark({ children }: { children: string }) {
  return (
    <span className="ms-2 inline-block rounded-full border border-transparent bg-accent-soft px-2 py-0.5 text-xs font-semibold text-accent first:ms-0">
      {children}
    </span>
  )
}
