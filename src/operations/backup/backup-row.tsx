import { formatBytes, formatDateTime, formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Badge } from '#base/ui/badge.tsx'
import { rowActionClass } from '#base/ui/panel.tsx'
import type { Backup } from './backup.schema.ts'

const KINDS: Record<Backup['kind'], () => string> = {
  nightly: m.backups_kind_nightly,
  manual: m.backups_kind_manual,
  'before-update': m.backups_kind_update,
  'before-restore': m.backups_kind_restore,
}

const CHECKS: Record<Backup['check'], { look: 'accent' | 'quiet' | 'danger'; word: () => string; why: () => string }> =
  {
    verified: { look: 'accent', word: m.backups_verified, why: m.backups_verified_why },
    not_allowed: { look: 'quiet', word: m.backups_unchecked, why: m.backups_not_allowed_why },
    unchecked: { look: 'quiet', word: m.backups_unchecked, why: m.backups_unchecked_why },
    damaged: { look: 'danger', word: m.backups_damaged, why: m.backups_damaged_why },
  }

interface BackupRowProps {
  backup: Backup
  timeZone: string
  onFetch: () => void
  onDelete: () => void
}

/** A line of the list of backups: when and why, what is in it, whether it was checked. */
export function BackupRow({ backup, timeZone, onFetch, onDelete }: BackupRowProps) {
  const { kind, madeAt, size, books, users, check } = backup
  const { look, word, why } = CHECKS[check]
  const at = formatDateTime(madeAt, timeZone)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line py-2.5 not-last:border-b">
      <div className="min-w-0 flex-1 basis-44">
        <p className="font-semibold">
          <time dateTime={madeAt.toISOString()}>{at}</time>
        </p>
        <p className="text-sm text-muted">{KINDS[kind]()}</p>
      </div>
      <dl className="flex flex-wrap gap-x-4 text-sm">
        {books !== null && <Figure label={m.nav_books()} value={formatNumber(books)} />}
        {users !== null && <Figure label={m.nav_users()} value={formatNumber(users)} />}
        <Figure label={m.backups_size()} value={formatBytes(size)} />
      </dl>
      <span title={why()} className="w-32 sm:text-end">
        <Badge look={look}>{word()}</Badge>
        <span className="sr-only">{why()}</span>
      </span>
      <span className="flex gap-x-4 max-sm:w-full">
        <button
          {...blockedInDemo}
          type="button"
          onClick={onFetch}
          aria-label={m.backups_fetch_one({ at })}
          className={`${rowActionClass} max-sm:-ms-2`}
        >
          {m.backups_fetch()}
        </button>
        <button
          {...blockedInDemo}
          type="button"
          onClick={onDelete}
          aria-label={m.backups_delete_one({ at })}
          className={rowActionClass}
        >
          {m.backups_delete()}
        </button>
      </span>
    </li>
  )
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex w-32 gap-1.5">
      <dt className="text-muted">{label}</dt>
      <dd className="font-medium tabular-nums">{value}</dd>
    </div>
  )
}
