import { formatDate, formatDaysAgo } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { rowActionClass } from '#base/ui/panel.tsx'
import { scopesText } from './api-key-words.ts'
import type { ApiKey } from './api-key.schema.ts'

interface ApiKeyRowProps {
  apiKey: ApiKey
  now: Date
  timeZone: string
  onRevoke: () => void
}

/** A key: name, prefix, permissions, dates, and a button to revoke it. */
export function ApiKeyRow({ apiKey, now, timeZone, onRevoke }: ApiKeyRowProps) {
  const { name, prefix, scopes, createdAt, lastUsedAt, expiresAt } = apiKey
  const isExpired = expiresAt <= now
  const expiry = formatDate(expiresAt, timeZone)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 gap-y-0.5 border-line py-2.5 text-[0.8125rem] text-muted not-last:border-b">
      <p dir="auto" className="text-base font-semibold break-words text-ink">
        {name}
      </p>
      <button
        {...blockedInDemo}
        type="button"
        aria-label={m.account_key_revoke_one({ name })}
        className={`${rowActionClass} -my-2`}
        onClick={onRevoke}
      >
        {m.account_key_revoke()}
      </button>
      <p className="col-span-2 text-pretty">
        <code dir="ltr" className="font-mono">
          {prefix}…
        </code>
        {' · '}
        {scopesText(scopes)}
      </p>
      <p className="col-span-2 flex flex-wrap gap-x-4 gap-y-0.5">
        <span>{m.account_key_created({ date: formatDate(createdAt, timeZone) })}</span>
        <span>
          {lastUsedAt ? m.account_key_used({ when: formatDaysAgo(lastUsedAt, now, timeZone) }) : m.account_key_unused()}
        </span>
        {isExpired ? (
          <span className="font-semibold text-danger">{m.account_key_expired({ date: expiry })}</span>
        ) : (
          <span>{m.account_key_expires({ date: expiry })}</span>
        )}
      </p>
    </li>
  )
}
