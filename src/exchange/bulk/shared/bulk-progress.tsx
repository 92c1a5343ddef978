import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { useAction } from '#base/ui/use-action.ts'
import { batchWords } from '#kit/batch/shared/batch-words.ts'
import { BatchReport } from '#kit/batch/shared/batch-report.tsx'
import { moveBulk, useBulk } from '../bulk.data.ts'
import type { Bulk } from '../bulk.schema.ts'
import { countedBooks } from '#catalogue/book/book.words.ts'
import { BulkRows } from './bulk-rows.tsx'

/** A change of books that runs, with its progress; then what became of the books, with an undo. */
export function BulkProgress({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: bulk, refetch } = useBulk(id)
  const move = useAction((to: 'cancel' | 'undo') => moveBulk({ data: { id, to } }), {
    failure: m.books_change_failed(),
    refresh: refetch,
  })
  if (!bulk) return null
  const isDelete = bulk.operation.kind === 'delete'
  return (
    <BatchReport
      bulk={bulk}
      counted={countedBooks}
      words={{
        doing: isDelete ? batchWords.deleting : batchWords.changing,
        done: doneText(bulk),
        gone: isDelete ? batchWords.goneForGood : batchWords.gone,
      }}
      canUndo={bulk.operation.isForGood !== true}
      isBusy={move.isBusy}
      onMove={(to) => void move.run(to)}
      onClose={onClose}
    >
      <BulkRows bulk={bulk} />
    </BatchReport>
  )
}

function doneText({ operation, changed }: Bulk): string {
  const counted = { count: changed, shown: formatNumber(changed) }
  if (operation.isForGood === true) return m.books_deleted(counted)
  if (operation.kind === 'delete') return m.books_trashed(counted)
  return batchWords.changed({ books: countedBooks(changed) })
}
