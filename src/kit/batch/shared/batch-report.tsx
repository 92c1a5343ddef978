import type { ReactNode } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import type { BatchState } from '#base/lib/batch-states.ts'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Button } from '#base/ui/button.tsx'
import { CloseButton } from '#base/ui/dialog/close-button.tsx'
import { Icon } from '#base/ui/icon.tsx'
import { ProgressBar } from '#base/ui/state/progress-bar.tsx'
import { allowsMove, stepProgress } from './batch-progress.ts'

/** What is shown of a bulk change. */
interface ShownChange {
  state: BatchState
  isUndoing: boolean
  total: number
  processed: number
  changed: number
  refused: number
  kept: number
  gone: number
}

interface BatchReportProps {
  bulk: ShownChange
  /** A number of its rows, in words. */
  counted: (count: number) => string
  words: {
    doing: (words: { done: string; total: string }) => string
    done: string
    gone: (words: { books: string }) => string
  }
  canUndo: boolean
  isBusy: boolean
  onMove: (to: 'cancel' | 'undo') => void
  onClose: () => void
  /** What became of each row. */
  children: ReactNode
}

/** A change of many rows that runs, with its progress; then what became of the rows, with an undo. */
export function BatchReport({ bulk, counted, words, canUndo, isBusy, onMove, onClose, children }: BatchReportProps) {
  const isRunning = bulk.state === 'running'
  const progress = stepProgress(bulk)
  const doing = bulk.isUndoing ? m.books_bulk_undoing(progress.words) : words.doing(progress.words)
  const undone = m.books_bulk_undone({ books: counted(bulk.changed - bulk.kept) })
  const text = isRunning ? doing : bulk.state === 'undone' ? undone : words.done
  return (
    <div className="flex w-full flex-wrap items-center gap-2">
      <div className="min-w-0 flex-1 basis-60">
        <p role="status" className="font-semibold tabular-nums">
          {text}
          {!isRunning && <Exceptions bulk={bulk} counted={counted} goneText={words.gone} />}
        </p>
        {isRunning ? (
          <ProgressBar label={counted(bulk.total)} share={progress.share} text={text} className="my-2" />
        ) : (
          <details className="group">
            <summary className="-ms-2 inline-flex min-h-11 cursor-pointer items-center gap-1 rounded-sm px-2 text-sm font-medium text-accent hover:underline focus-visible:-outline-offset-2">
              {m.books_report_each()}
              <Icon name="down" className="size-4 text-muted group-open:rotate-180" />
            </summary>
            {children}
          </details>
        )}
      </div>
      <div className="flex items-center gap-2 self-start">
        {allowsMove(bulk, 'cancel') && (
          <Button look="second" isBusy={isBusy} onClick={() => onMove('cancel')}>
            {m.common_cancel()}
          </Button>
        )}
        {allowsMove(bulk, 'undo') && bulk.changed > 0 && canUndo && (
          <Button {...blockedInDemo} look="second" isBusy={isBusy} onClick={() => onMove('undo')}>
            {m.books_undo()}
          </Button>
        )}
        {!isRunning && <CloseButton label={m.common_close()} onClick={onClose} className="-me-2" />}
      </div>
    </div>
  )
}

interface ExceptionsProps {
  bulk: ShownChange
  counted: BatchReportProps['counted']
  goneText: BatchReportProps['words']['gone']
}

/** What a change has done otherwise than it was asked for. */
function Exceptions({ bulk: { state, refused, kept, gone }, counted, goneText }: ExceptionsProps) {
  const lines = [
    state === 'failed' && m.books_bulk_failed(),
    kept > gone && m.books_bulk_kept({ books: counted(kept - gone) }),
    gone > 0 && goneText({ books: counted(gone) }),
    refused > 0 && state !== 'undone' && m.books_bulk_left({ books: counted(refused) }),
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
