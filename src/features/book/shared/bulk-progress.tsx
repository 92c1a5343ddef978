import { formatNumber } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { blockedInDemo } from '#lib/form/refusal.ts'
import { Button } from '#ui/button.tsx'
import { CloseButton } from '#ui/dialog/close-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { ProgressBar } from '#ui/state/progress-bar.tsx'
import { useAction } from '#ui/use-action.ts'
import { moveBulk, useBulk } from '../bulk/bulk.data.ts'
import type { Bulk } from '../bulk/bulk.schema.ts'
import { countedBooks } from '../book.words.ts'
import { BulkRows } from './bulk-rows.tsx'

/** A change that runs, with its progress; then what became of the books, with an undo. */
export function BulkProgress({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: bulk, refetch } = useBulk(id)
  const move = useAction((to: 'cancel' | 'undo') => moveBulk({ data: { id, to } }), {
    failure: m.books_change_failed(),
    refresh: refetch,
  })
  if (!bulk) return null
  const isRunning = bulk.state === 'running'
  return (
    <div className="flex w-full flex-wrap items-center gap-2">
      <div className="min-w-0 flex-1 basis-60">
        <p role="status" className="font-semibold tabular-nums">
          {isRunning ? progressText(bulk) : resultText(bulk)}
          {!isRunning && <Exceptions bulk={bulk} />}
        </p>
        {isRunning ? (
          <ProgressBar
            label={countedBooks(bulk.total)}
            share={doneOf(bulk) / Math.max(bulk.total, 1)}
            text={progressText(bulk)}
            className="my-2"
          />
        ) : (
          <details className="group">
            <summary className="-ms-2 inline-flex min-h-11 cursor-pointer items-center gap-1 rounded-sm px-2 text-sm font-medium text-accent hover:underline focus-visible:-outline-offset-2">
              {m.books_report_each()}
              <Icon name="down" className="size-4 text-muted group-open:rotate-180" />
            </summary>
            <BulkRows bulk={bulk} />
          </details>
        )}
      </div>
      <div className="flex items-center gap-2 self-start">
        {isRunning
          ? !bulk.isUndoing && (
              <Button look="second" isBusy={move.isBusy} onClick={() => void move.run('cancel')}>
                {m.common_cancel()}
              </Button>
            )
          : bulk.state !== 'undone' &&
            bulk.changed > 0 &&
            bulk.operation.isForGood !== true && (
              <Button {...blockedInDemo} look="second" isBusy={move.isBusy} onClick={() => void move.run('undo')}>
                {m.books_undo()}
              </Button>
            )}
        {!isRunning && <CloseButton label={m.common_close()} onClick={onClose} className="-me-2" />}
      </div>
    </div>
  )
}

const doneOf = ({ isUndoing, total, processed }: Bulk): number => (isUndoing ? total - processed : processed)

function progressText(bulk: Bulk): string {
  const words = { done: formatNumber(doneOf(bulk)), total: formatNumber(bulk.total) }
  if (bulk.isUndoing) return m.books_bulk_undoing(words)
  return bulk.operation.kind === 'delete' ? m.books_bulk_deleting(words) : m.books_bulk_changing(words)
}

function resultText({ state, operation, changed, kept }: Bulk): string {
  if (state === 'undone') return m.books_bulk_undone({ books: countedBooks(changed - kept) })
  const counted = { count: changed, shown: formatNumber(changed) }
  if (operation.isForGood === true) return m.books_deleted(counted)
  if (operation.kind === 'delete') return m.books_trashed(counted)
  return m.books_bulk_changed({ books: countedBooks(changed) })
}

/** What is not as it was asked for. */
function Exceptions({ bulk: { state, operation, refused, kept, gone } }: { bulk: Bulk }) {
  const goneText = operation.kind === 'delete' ? m.books_bulk_gone_for_good : m.books_bulk_gone
  const lines = [
    state === 'failed' && m.books_bulk_failed(),
    kept > gone && m.books_bulk_kept({ books: countedBooks(kept - gone) }),
    gone > 0 && goneText({ books: countedBooks(gone) }),
    refused > 0 && state !== 'undone' && m.books_bulk_left({ books: countedBooks(refused) }),
  ]
  return lines.map(
    (line) =>
      line !== false && (
        <span key={line} className="block font-normal text-danger">
          {line}
        </span>
      ),
  )
}
