import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { m } from '#i18n/paraglide/messages.js'
import { Panel } from '#ui/panel.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { useAction } from '#ui/use-action.ts'
import { ImportChoicePanel } from './import-choices.tsx'
import { ImportColumns } from './import-columns.tsx'
import { ImportRows } from './import-rows.tsx'
import { ImportShape } from './import-shape.tsx'
import { correctImport, similarQuery, useRefreshImport, useSetImport } from './import-edit.data.ts'
import type { Correction, Import } from './import.schema.ts'

/** What an import that waits would do: how the file is read, what is chosen, and every row. */
export function ImportPreview({ item }: { item: Import }) {
  const { pending, isRereading, correct } = useCorrection(item)
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

/**
 * Saves each correction at once, one after the other; what was chosen is shown while the rows are read again. Columns that
 * were chosen before a file is read in another way are forgotten: it may have others.
 */
function useCorrection({ id }: Import) {
  const [pending, setPending] = useState<Correction>()
  const waiting = useRef<Correction>(undefined)
  const setImport = useSetImport()
  const refresh = useRefreshImport(id)
  const { run, isBusy } = useAction(
    async (correction: Correction) => setImport(await correctImport({ data: { id, ...correction } })),
    {
      failure: m.import_change_failed(),
      onRefused: () => {
        void refresh()
        return false
      },
    },
  )
  const save = async (correction: Correction) => {
    const saved = await run(correction)
    const next = waiting.current
    waiting.current = undefined
    if (saved && next) await save(next)
    else setPending(undefined)
  }
  const correct = (correction: Correction) => {
    if (correction.columns && pending?.shape) return
    setPending({ ...pending, ...correction })
    if (pending) waiting.current = { ...waiting.current, ...correction }
    else void save(correction)
  }
  return { pending, correct, isRereading: isBusy && (pending?.shape ?? pending?.columns) !== undefined }
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
