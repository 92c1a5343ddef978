import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { fromThrown } from '#base/errors/local-error.ts'
import { formatDateTime } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Badge } from '#base/ui/badge.tsx'
import { ManagerPage } from '#base/ui/manager-page.tsx'
import { panelClass } from '#base/ui/panel.tsx'
import type { RecordedNoun } from '#nouns.ts'
import { ImportMissingPage } from '../import-missing-page.tsx'
import { watchedImportQuery } from '../import-edit.data.ts'
import { announcementOf } from '../page/import-counts.ts'
import { isUnderWay, stateWord } from '../page/import-progress.ts'
import { ImportRunning } from '../page/import-running.tsx'
import { useRefreshAfterImport } from '../page/use-refresh-after-import.ts'

interface ImportFrameProps {
  id: string
  timeZone: string
  trail: ReactNode
  actions: ReactNode
  /** What changes with it. */
  noun: RecordedNoun
  /** The preview, while it waits. */
  preview: ReactNode
  /** The report, once it has ended. */
  outcome: ReactNode
}

/** The page of an import: its preview while it waits, its progress while it runs, then its report. */
export function ImportFrame({ id, timeZone, trail, actions, noun, preview, outcome }: ImportFrameProps) {
  const { data: item, error, dataUpdatedAt } = useSuspenseQuery(watchedImportQuery(id))
  useRefreshAfterImport([item], noun)
  const code = error && fromThrown(error).code
  if (code === 'NOT_FOUND') return <ImportMissingPage />
  const isWaiting = item.state === 'waiting'
  return (
    <ManagerPage
      title={item.filename}
      trail={trail}
      badge={isWaiting || <Badge look={item.state === 'failed' ? 'danger' : 'accent'}>{stateWord(item)}</Badge>}
      actions={actions}
      isForm={isWaiting}
    >
      <p role="status" className="sr-only">
        {announcementOf(item)}
      </p>
      {error && (
        <p role="status" className={`${panelClass} mb-4 border-warning! text-pretty`}>
          {m.import_cut_off({ time: formatDateTime(new Date(dataUpdatedAt), timeZone) })}
        </p>
      )}
      {isWaiting ? (
        preview
      ) : isUnderWay(item) || item.isLookingUp ? (
        <ImportRunning item={item} timeZone={timeZone} />
      ) : (
        outcome
      )}
    </ManagerPage>
  )
}
