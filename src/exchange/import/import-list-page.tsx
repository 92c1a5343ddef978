import { useSuspenseQuery } from '@tanstack/react-query'
import { formatBytes } from '#base/i18n/format.ts'
import { UPLOAD_LIMIT } from '#base/lib/stored-upload.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { ManagerPage } from '#base/ui/manager-page.tsx'
import { Panel } from '#base/ui/panel.tsx'
import { DropZone } from './shared/drop-zone.tsx'
import { ImportItem } from './import-item.tsx'
import { watchedImportsQuery } from './import-edit.data.ts'
import { LookupStart } from './lookup/lookup-start.tsx'
import { useRefreshAfterImport } from './page/use-refresh-after-import.ts'

/** A file is brought here; below, the last imports. */
export function ImportListPage({ timeZone }: { timeZone: string }) {
  const { data, dataUpdatedAt } = useSuspenseQuery(watchedImportsQuery)
  useRefreshAfterImport(data.items)
  return (
    <ManagerPage title={m.import_title()}>
      <DropZone title={m.import_drop()} text={m.import_takes({ size: formatBytes(UPLOAD_LIMIT) })} />
      {!data.items.some(({ isLookingUp }) => isLookingUp) && <LookupStart />}
      <Panel title={m.import_last()} className="mt-4">
        {data.items.length === 0 ? (
          <p data-empty className="mt-2 text-muted">
            {m.import_last_none()}
          </p>
        ) : (
          // eslint-disable-next-line jsx-a11y/no-redundant-roles -- Safari takes a list without bullets for none
          <ul role="list" className="mt-1">
            {data.items.map((item) => (
              <ImportItem key={item.id} item={item} at={new Date(dataUpdatedAt)} timeZone={timeZone} />
            ))}
          </ul>
        )}
      </Panel>
    </ManagerPage>
  )
}
