import { useRef, useState } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { useAction } from '#base/ui/use-action.ts'
import { changeClassList, useRefreshClassList, type ClassListChange } from '../class-list.data.ts'

export interface ChangingClassList {
  /** What was chosen and is not saved yet. */
  pending: ClassListChange | undefined
  change: (change: ClassListChange) => void
  /** Resolves when everything is saved; false if something was refused. */
  settled: () => Promise<boolean>
}

/** Saves changes of a list one after the other, and shows them at once, before the server has read the rows again. */
export function useClassListChange(id: string): ChangingClassList {
  const [pending, setPending] = useState<ClassListChange>()
  const saving = useRef(Promise.resolve(true))
  const waiting = useRef(0)
  const refresh = useRefreshClassList(id)
  const { run } = useAction(
    async (change: ClassListChange) => {
      await changeClassList({ data: { id, ...change } })
      // Of several only the last answer is shown.
      if (waiting.current === 1) await refresh()
      return true
    },
    {
      failure: m.import_change_failed(),
      onRefused: () => {
        void refresh()
        return false
      },
    },
  )
  const save = async (before: Promise<boolean>, change: ClassListChange): Promise<boolean> => {
    const wasSaved = await before
    const isSaved = (await run(change)) !== undefined
    waiting.current -= 1
    if (waiting.current === 0) setPending(undefined)
    return wasSaved && isSaved
  }
  return {
    pending,
    change: (change) => {
      setPending((before) => ({ ...before, ...change }))
      const before = waiting.current > 0 ? saving.current : Promise.resolve(true)
      waiting.current += 1
      saving.current = save(before, change)
    },
    settled: () => (waiting.current > 0 ? saving.current : Promise.resolve(true)),
  }
}
