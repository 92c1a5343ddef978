import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { formatDateTime } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Button, buttonClass } from '#base/ui/button.tsx'
import { ConfirmCall, type ConfirmedCall } from '#base/ui/dialog/confirm-call.tsx'
import { EmptyState } from '#base/ui/state/empty-state.tsx'
import { ManagerPage } from '#base/ui/manager-page.tsx'
import { Panel } from '#base/ui/panel.tsx'
import { ProgressBar } from '#base/ui/state/progress-bar.tsx'
import { toast } from '#base/ui/toast/toast.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { SecondFolderLine } from './second-folder/second-folder-line.tsx'
import { BackupRow } from './backup-row.tsx'
import { allowDownload, backupsQuery, backupUrl, deleteBackup, startBackup, useRefreshBackups } from './backup.data.ts'
import { PhrasePanel } from './sheet/phrase-panel.tsx'
import type { Backup, BackupList } from './backup.schema.ts'

interface BackupListPageProps {
  timeZone: string
}

/** The backups on the server: made, downloaded and deleted here. Restoring is for the command line. */
export function BackupListPage({ timeZone }: BackupListPageProps) {
  const { data } = useSuspenseQuery(backupsQuery)
  const refresh = useRefreshBackups()
  const { run, isBusy } = useAction(() => startBackup(), { refresh, failure: m.backups_failed_start() })
  useAnnounceMade(data)
  const [deleting, setDeleting] = useState<ConfirmedCall>()
  const heading = useRef<HTMLHeadingElement>(null)
  const fetch = useAction(
    async (name: string) => {
      await allowDownload({ data: { name } })
      // Answered as an attachment: the page stays.
      location.assign(backupUrl(name))
    },
    { failure: m.backups_fetch_failed() },
  )
  const isRunning = data.running !== null
  const start = (
    <Button {...blockedInDemo} isBusy={isBusy || isRunning} onClick={() => void run()}>
      {m.backups_start()}
    </Button>
  )
  return (
    <ManagerPage title={m.backups_title()} actions={start}>
      <p className="max-w-prose text-muted">
        {data.isNightly ? m.backups_nightly() : m.backups_not_nightly()}{' '}
        {data.secondFolder === null && `${m.backups_elsewhere()} `}
        {m.backups_fetch_note()}
      </p>
      <SecondFolderLine secondFolder={data.secondFolder} timeZone={timeZone} />
      <Failure data={data} timeZone={timeZone} />
      {data.running && <Running {...data.running} />}
      {data.items.length === 0 ? (
        <div className="mt-4">
          <EmptyState title={m.backups_none()} text={m.backups_none_text()} />
        </div>
      ) : (
        <Panel title={m.backups_list()} titleRef={heading} className="mt-4">
          {/* eslint-disable-next-line jsx-a11y/no-redundant-roles -- Safari takes a list without bullets for none */}
          <ul role="list" className="mt-1">
            {data.items.map((backup) => (
              <BackupRow
                key={backup.name}
                backup={backup}
                timeZone={timeZone}
                onFetch={() => void fetch.run(backup.name)}
                onDelete={() => setDeleting(deletionOf(backup, timeZone))}
              />
            ))}
          </ul>
        </Panel>
      )}
      <Panel title={m.backups_restore()} className="mt-4">
        <p className="mt-1 max-w-prose text-pretty text-muted">
          {m.backups_restore_page({ choice: m.setup_backup() })}
        </p>
        <Link to="/manager/backups/sheet" className={buttonClass('second', 'mt-3 mb-4 max-sm:w-full')}>
          {m.sheet_link()}
        </Link>
        <p className="max-w-prose text-pretty text-muted">{m.backups_restore_text()}</p>
        <code
          dir="ltr"
          className="mt-2 block overflow-x-auto rounded-sm bg-surface px-3 py-2 text-start text-sm whitespace-pre"
        >
          {data.restoreCommands.join('\n')}
        </code>
      </Panel>
      <PhrasePanel />
      <ConfirmCall confirmed={deleting} onClose={() => setDeleting(undefined)} heading={heading} refresh={refresh} />
    </ManagerPage>
  )
}

/** Says that a backup was made while the page was open: here, elsewhere or by night. A failure is an alert. */
function useAnnounceMade({ items }: BackupList): void {
  const newest = items[0]?.madeAt.getTime() ?? 0
  const known = useRef(newest)
  useEffect(() => {
    if (newest > known.current) void toast({ type: 'success', title: m.backups_made() })
    known.current = newest
  }, [newest])
}

function Failure({ data: { failure, running }, timeZone }: { data: BackupList; timeZone: string }) {
  if (!failure || running) return null
  return (
    <div role="alert" className="mt-4 rounded-md border border-danger px-4.5 py-3">
      <p className="font-semibold text-danger">{m.backups_failed({ at: formatDateTime(failure.at, timeZone) })}</p>
      <p dir="auto" className="mt-1 text-sm [overflow-wrap:anywhere]">
        {failure.reason}
      </p>
    </div>
  )
}

function Running({ step, share }: NonNullable<BackupList['running']>) {
  const text = step === 'writing' ? m.backups_writing() : m.backups_checking()
  // Checking takes some four times as long as writing.
  const done = step === 'writing' ? share * 0.2 : 0.2 + share * 0.8
  return (
    <div className="mt-4 max-w-md">
      <ProgressBar label={m.backups_running()} share={done} text={text} />
      <p aria-hidden="true" className="mt-1 text-sm text-muted">
        {text}
      </p>
    </div>
  )
}

const deletionOf = ({ name, madeAt }: Backup, timeZone: string): ConfirmedCall => ({
  title: m.backups_delete_title({ at: formatDateTime(madeAt, timeZone) }),
  text: m.backups_delete_text(),
  action: m.backups_delete(),
  isDanger: true,
  call: () => deleteBackup({ data: { name } }),
  isDoneWhenGone: true,
  failure: m.backups_delete_failed(),
})
