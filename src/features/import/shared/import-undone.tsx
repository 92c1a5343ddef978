import { useQuery } from '@tanstack/react-query'
import { watchedImportQuery } from '../import-edit.data.ts'
import { isUnderWay, progressOf, stateWord } from '../import-progress.ts'
import { undoneTexts } from '../import-counts.ts'
import { useRefreshAfterImport } from '../use-refresh-after-import.ts'

/** How far the undo of an import is, and then what became of its books. */
export function ImportUndone({ id }: { id: string }) {
  const { data: item } = useQuery(watchedImportQuery(id))
  useRefreshAfterImport(item ? [item] : [])
  if (!item) return null
  return (
    <p role="status" className="text-sm text-pretty tabular-nums">
      {(isUnderWay(item) ? [stateWord(item), progressOf(item).text] : undoneTexts(item)).join(' ')}
    </p>
  )
}
