import { useQueryClient } from '@tanstack/react-query'
import { BatchReport } from '#kit/batch/shared/batch-report.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { useRowBulk } from './row-bulk-calls.ts'
import { RowBulkRows } from './row-bulk-rows.tsx'
import type { RowBulkPage } from './row-bulk-words.ts'

interface RowBulkReportProps {
  page: RowBulkPage
  id: string
  onClose: () => void
}

/** A change of many rows that runs, with its progress; then what became of the rows, with an undo. */
export function RowBulkReport({ page, id, onClose }: RowBulkReportProps) {
  const queryClient = useQueryClient()
  const { data: bulk, refetch } = useRowBulk(page.calls, id, () => page.refresh(queryClient))
  const move = useAction((to: 'cancel' | 'undo') => page.calls.move(id, to), {
    failure: page.failure(),
    refresh: refetch,
  })
  if (!bulk) return null
  return (
    <BatchReport
      bulk={bulk}
      counted={page.counted}
      words={{ doing: page.doing[bulk.kind], done: page.done(bulk), gone: (words) => page.gone(bulk, words) }}
      canUndo
      isBusy={move.isBusy}
      onMove={(to) => void move.run(to)}
      onClose={onClose}
    >
      <RowBulkRows page={page} bulk={bulk} />
    </BatchReport>
  )
}
