import { useSuspenseQuery } from '@tanstack/react-query'
import { fromThrown } from '#errors/local-error.ts'
import { formatDateTime } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { Badge } from '#ui/badge.tsx'
import { ListBackLink } from '#ui/list/list-back-link.tsx'
import { ManagerPage } from '#ui/manager-page.tsx'
import { panelClass } from '#ui/panel.tsx'
import { ImportActions } from './import-actions.tsx'
import { announcementOf } from './import-counts.ts'
import { ImportMissingPage } from '../import-missing-page.tsx'
import { ImportPreview } from './import-preview.tsx'
import { isUnderWay, stateWord } from './import-progress.ts'
import { ImportOutcome } from './import-outcome.tsx'
import { LookupPreview } from '../lookup/lookup-preview.tsx'
import { ImportRunning } from './import-running.tsx'
import { watchedImportQuery } from '../import-edit.data.ts'
import { useCorrection } from './use-correction.ts'
import { useRefreshAfterImport } from './use-refresh-after-import.ts'

/** An import: its preview while it waits, its progress while it runs, then its report. */
export function ImportPage({ id, timeZone }: { id: string; timeZone: string }) {
  const { data: item, error, dataUpdatedAt } = useSuspenseQuery(watchedImportQuery(id))
  useRefreshAfterImport([item])
  const correction = useCorrection(item)
  const code = error && fromThrown(error).code
  if (code === 'NOT_FOUND') return <ImportMissingPage />
  const isWaiting = item.state === 'waiting'
  return (
    <ManagerPage
      title={item.filename}
      trail={<ListBackLink to="/manager/import" label={m.import_title()} />}
      badge={isWaiting || <Badge look={item.state === 'failed' ? 'danger' : 'accent'}>{stateWord(item)}</Badge>}
      actions={<ImportActions item={{ ...item, ...correction.pending }} settled={correction.settled} />}
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
      {isWaiting && item.lookup ? (
        <LookupPreview item={item} lookup={item.lookup} />
      ) : isWaiting ? (
        <ImportPreview item={item} correction={correction} />
      ) : isUnderWay(item) || item.isLookingUp ? (
        <ImportRunning item={item} timeZone={timeZone} />
      ) : (
        <ImportOutcome item={item} timeZone={timeZone} />
      )}
    </ManagerPage>
  )
}
