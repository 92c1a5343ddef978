import { useRef, useState } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { useAction } from '#base/ui/use-action.ts'
import { correctImport, useRefreshImport, useSetImport } from '../import-edit.data.ts'
import type { Correction, Import } from '../import.schema.ts'

export interface Correcting {
  /** What was chosen and is not saved yet. */
  pending: Correction | undefined
  /** The rows are read again. */
  isRereading: boolean
  correct: (correction: Correction) => void
  /** Resolves when everything is saved; false if something was refused. */
  settled: () => Promise<boolean>
}

/**
 * Saves corrections one after the other, and shows the choices at once, before the server has read the rows again.
 * Another shape of the file discards choices of columns that were not saved yet, since its columns may differ.
 */
export function useCorrection({ id }: Pick<Import, 'id'>): Correcting {
  const [pending, setPending] = useState<Correction>()
  const waiting = useRef<Correction>(undefined)
  const saving = useRef(Promise.resolve(true))
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
  const save = async (correction: Correction): Promise<boolean> => {
    const saved = await run(correction)
    const next = waiting.current
    waiting.current = undefined
    if (saved && next) return save(next)
    setPending(undefined)
    return saved !== undefined
  }
  return {
    pending,
    isRereading: isBusy && (pending?.shape ?? pending?.columns) !== undefined,
    correct: (correction) => {
      if (correction.columns && pending?.shape) return
      setPending({ ...pending, ...correction })
      if (pending) waiting.current = { ...waiting.current, ...correction }
      else saving.current = save(correction)
    },
    settled: () => (pending ? saving.current : Promise.resolve(true)),
  }
}
