import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useRefresh } from '#base/ui/use-refresh.ts'
import { watchedImportQuery } from './import-edit.data.ts'
import { isUnderWay, progressOf, stateWord } from './page/import-progress.ts'
import { undoneTexts } from './page/import-counts.ts'

/** How far the undo of an import is, and then what became of its books. */
export function ImportUndone({ id }: { id: string }) {
  const { data: item } = useQuery(watchedImportQuery(id))
  const refresh = useEffectEvent(useRefresh('book'))
  // True also where the undo ended before this page first looked at it: the books are refetched then too.
  const isDone = item !== undefined && !isUnderWay(item)
  useEffect(() => {
    if (isDone) void refresh()
  }, [isDone])
  if (!item) return null
  return (
    <p role="status" className="text-sm text-pretty tabular-nums">
      {(isUnderWay(item) ? [stateWord(item), progressOf(item).text] : undoneTexts(item)).join(' ')}
    </p>
  )
}
