import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { m } from '#i18n/paraglide/messages.js'
import { Panel } from '#ui/panel.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { ImportChoicePanel } from './import-choices.tsx'
import { ImportColumns } from './import-columns.tsx'
import { ImportRows } from './import-rows.tsx'
import { ImportShape } from './import-shape.tsx'
import { similarQuery, useSetImport } from './import-edit.data.ts'
import type { Import } from './import.schema.ts'
import type { Correcting } from './use-correction.ts'

/** What an import that waits would do: how the file is read, what is chosen, and every row. */
export function ImportPreview({ item, correction }: { item: Import; correction: Correcting }) {
  const { pending, isRereading, correct } = correction
  useSimilar(item)
  const shown = { ...item, ...pending }
  return (
    <>
      <Panel title={m.import_columns()} action={<ImportShape shape={shown.shape} onChange={correct} />}>
        <ImportColumns item={shown} onChange={correct} />
        <p role="status" className="mt-3 flex items-center gap-2 text-sm text-muted empty:hidden">
          {isRereading && (
            <>
              <Spinner />
              {m.import_rereading()}
            </>
          )}
        </p>
      </Panel>
      <ImportChoicePanel item={shown} onChange={correct} />
      <ImportRows item={item} />
    </>
  )
}

/** Looks for similar books when the page is there. */
function useSimilar(item: Import): void {
  const setImport = useSetImport()
  const { data } = useQuery({
    ...similarQuery(item),
    enabled: item.similar === null,
  })
  useEffect(() => {
    if (data && item.similar === null && data.similar !== null) void setImport(data)
    // Only when it is answered.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [data])
}
