import { Link } from '@tanstack/react-router'
import { formatDateTime } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { blockedInDemo } from '#lib/form/refusal.ts'
import { Button } from '#ui/button.tsx'
import { useAction } from '#ui/use-action.ts'
import { startCopies, useRefreshBackups } from './backup.data.ts'
import type { BackupList } from './backup.schema.ts'
import { copiesText } from './shared/copy-words.ts'

interface CopyLineProps {
  copies: BackupList['copies']
  timeZone: string
}

/** Where backups are copied to and how new the newest copy is, or what is wrong; without a folder, the way to choose one. */
export function CopyLine({ copies, timeZone }: CopyLineProps) {
  const refresh = useRefreshBackups()
  const { run, isBusy } = useAction(() => startCopies(), { refresh, failure: m.copies_not_started() })
  if (!copies)
    return (
      <Link to="/manager/settings" className="mt-1 inline-flex min-h-11 items-center text-accent hover:underline">
        {m.copies_link()}
      </Link>
    )
  const { isRunning, problem, isOld } = copies
  // A drive may be taken away for some days.
  const isWrong = isOld || (problem !== null && problem !== 'absent')
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
      <p
        role="status"
        className={`max-w-prose min-w-0 text-pretty [overflow-wrap:anywhere] ${isWrong ? 'font-medium text-danger' : ''}`}
      >
        {isRunning ? m.copies_running() : copiesText(copies, (at) => formatDateTime(at, timeZone))}
      </p>
      <Button {...blockedInDemo} look="second" isBusy={isBusy || isRunning} onClick={() => void run()}>
        {m.copies_start()}
      </Button>
    </div>
  )
}
