import { Link } from '@tanstack/react-router'
import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Icon } from '#base/ui/icon.tsx'
import { sentence } from './desk-words.ts'
import type { DeskState } from '../queue/desk-state.ts'

/** What the server has not answered yet: said when it takes a while, when there is no connection, or nobody is signed in. */
export function Waiting({ waiting, hasConnection, stopped, isKept }: DeskState) {
  if (waiting === 0) return null
  const counted = { count: waiting, shown: formatNumber(waiting) }
  if (hasConnection && !stopped)
    return (
      <p role="status" className="text-sm text-muted transition-opacity delay-500 starting:opacity-0">
        {m.desk_queue(counted)}
      </p>
    )
  return (
    <p
      role="status"
      title={isKept ? m.desk_waits_kept() : m.desk_waits_not_kept()}
      className="flex min-h-11 flex-wrap items-center gap-x-2 rounded-full border border-warning bg-raised px-4 py-1.5 text-sm font-semibold text-warning"
    >
      <Icon name="clock" className="size-4 flex-none" />
      {stopped ? m.desk_stopped({ ...counted, message: sentence(stopped.message) }) : m.desk_no_connection(counted)}
      {!isKept && <span>{m.desk_waits_not_kept()}</span>}
      {isKept && <span className="sr-only">{m.desk_waits_kept()}</span>}
      {stopped?.isSignedOut && (
        <Link
          to="/login"
          search={{ redirect: '/manager/desk' }}
          reloadDocument
          className="inline-flex min-h-11 items-center text-accent underline"
        >
          {m.desk_sign_in()}
        </Link>
      )}
    </p>
  )
}
