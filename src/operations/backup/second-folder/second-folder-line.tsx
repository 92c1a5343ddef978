import { Link } from '@tanstack/react-router'
import { formatDateTime } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Button } from '#base/ui/button.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { useRefreshBackups } from '../backup.data.ts'
import type { BackupList } from '../backup.schema.ts'
import { startFilling } from './second-folder.data.ts'
import { needsCare } from './second-folder.schema.ts'
import { secondFolderText } from '../shared/second-folder-words.ts'

interface SecondFolderLineProps {
  secondFolder: BackupList['secondFolder']
  timeZone: string
}

/** Where backups are copied to and how new the newest backup there is, or what is wrong; without a folder, the way to choose one. */
export function SecondFolderLine({ secondFolder, timeZone }: SecondFolderLineProps) {
  const refresh = useRefreshBackups()
  const { run, isBusy } = useAction(() => startFilling(), { refresh, failure: m.second_folder_not_started() })
  if (!secondFolder)
    return (
      <Link
        to="/manager/settings"
        hash="second-folder"
        className="mt-1 inline-flex min-h-11 items-center text-accent hover:underline"
      >
        {m.second_folder_link()}
      </Link>
    )
  const { isRunning } = secondFolder
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
      <p
        role="status"
        className={`max-w-prose min-w-0 text-pretty [overflow-wrap:anywhere] ${needsCare(secondFolder) ? 'font-medium text-danger' : ''}`}
      >
        {isRunning ? m.second_folder_running() : secondFolderText(secondFolder, (at) => formatDateTime(at, timeZone))}
      </p>
      <Button {...blockedInDemo} look="second" isBusy={isBusy || isRunning} onClick={() => void run()}>
        {m.second_folder_start()}
      </Button>
    </div>
  )
}
