import { formatDate, formatDaysAgo } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { rowActionClass } from '#base/ui/panel.tsx'
import { passkeyName } from './passkey-name.ts'
import type { Passkey } from './passkey.schema.ts'

interface PasskeyRowProps {
  passkey: Passkey
  now: Date
  timeZone: string
  onRename: () => void
  onRemove: () => void
}

/** A passkey: name, where it is kept, dates, and buttons to rename and remove it. */
export function PasskeyRow({ passkey, now, timeZone, onRename, onRemove }: PasskeyRowProps) {
  const { isSynced, keeper, createdAt, lastUsedAt } = passkey
  const name = passkeyName(passkey)
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-3 border-line py-2.5 not-last:border-b">
      <div className="min-w-0 text-[0.8125rem] text-muted">
        <p dir="auto" className="text-base font-semibold break-words text-ink">
          {name}
        </p>
        <p className="flex flex-wrap gap-x-3 gap-y-0.5">
          {keeper !== null && keeper !== name && <span>{keeper}</span>}
          <span>{isSynced ? m.passkey_synced() : m.passkey_one_device()}</span>
          <span>{m.account_key_created({ date: formatDate(createdAt, timeZone) })}</span>
          <span>
            {lastUsedAt
              ? m.account_key_used({ when: formatDaysAgo(lastUsedAt, now, timeZone) })
              : m.account_key_unused()}
          </span>
        </p>
      </div>
      <div className="-ms-2 -my-1 flex gap-x-3">
        <button type="button" aria-label={m.passkey_rename_one({ name })} className={rowActionClass} onClick={onRename}>
          {m.passkey_rename()}
        </button>
        <button type="button" aria-label={m.passkey_remove_one({ name })} className={rowActionClass} onClick={onRemove}>
          {m.passkey_remove()}
        </button>
      </div>
    </li>
  )
}
