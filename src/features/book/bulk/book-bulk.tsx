import { useRef, useState } from 'react'
import { formatNumber } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { blockedInDemo } from '#lib/form/refusal.ts'
import { Button } from '#ui/button.tsx'
import { CloseButton } from '#ui/dialog/close-button.tsx'
import { focusSelectAll, type Selection } from '#ui/list/use-selection.ts'
import { useAction } from '#ui/use-action.ts'
import type { BookSummary } from '../book.schema.ts'
import { previewBulk, useCurrentBulk } from './bulk.data.ts'
import type { Bulk, BulkBooks } from './bulk.schema.ts'
import { BulkChange } from './bulk-change.tsx'
import { BulkDelete } from './bulk-delete.tsx'
import { BulkProgress } from '../shared/bulk-progress.tsx'
import { SelectFound, type Found } from '../manager/select-found.tsx'

/** Sticks to the lower edge of the window. */
const BAR =
  'sticky bottom-3 z-20 print:hidden mt-4 flex flex-wrap items-center gap-2 rounded-md border border-line-strong bg-raised px-3 py-2 shadow-card sm:px-4'

/** Bulk actions for the selected books; the progress and the result of the last one. */
export function BookBulk({ selection, found }: { selection: Selection<BookSummary>; found: Found }) {
  const { isAll, marked, clear } = selection
  const [isChanging, setIsChanging] = useState(false)
  const [deletion, setDeletion] = useState<Bulk>()
  const [current, setCurrent] = useCurrentBulk()
  const bar = useRef<HTMLDivElement>(null)
  const lastFocus = useRef<HTMLElement>(null)
  const count = isAll ? Math.max((found.total ?? 0) - marked.size, 0) : marked.size
  const ids = [...marked.keys()]
  const books: BulkBooks = isAll ? { filter: found.filter, except: ids } : { ids }

  const remove = useAction(
    async () => setDeletion(await previewBulk({ data: { books, operation: { kind: 'delete' } } })),
    { failure: m.books_delete_failed() },
  )
  const started = (id: string) => {
    // The buttons go with the selection.
    lastFocus.current = bar.current
    setCurrent(id)
    setIsChanging(false)
    setDeletion(undefined)
    clear()
  }
  const end = () => {
    clear()
    focusSelectAll()
  }
  const close = () => {
    setCurrent(null)
    focusSelectAll()
  }
  return (
    <>
      <div ref={bar} tabIndex={-1} className={count > 0 || current !== null ? `${BAR} outline-none` : 'hidden'}>
        {current !== null && <BulkProgress id={current} onClose={close} />}
        {count > 0 && (
          <>
            <CloseButton label={m.books_selected_clear()} onClick={end} className="-ms-1" />
            <p role="status" className="font-semibold tabular-nums">
              {m.books_selected({ count, shown: formatNumber(count) })}
            </p>
            <SelectFound selection={selection} found={found} />
            <div className="ms-auto flex gap-2">
              <Button
                {...blockedInDemo}
                look="second"
                className="max-sm:px-3"
                onClick={(event) => {
                  lastFocus.current = event.currentTarget
                  setIsChanging(true)
                }}
              >
                {m.books_change()}
              </Button>
              <Button
                {...blockedInDemo}
                look="second"
                className="text-danger max-sm:px-3"
                isBusy={remove.isBusy}
                onClick={(event) => {
                  lastFocus.current = event.currentTarget
                  void remove.run()
                }}
              >
                {m.book_delete()}
              </Button>
            </div>
          </>
        )}
      </div>
      <BulkChange
        isOpen={isChanging}
        books={books}
        count={count}
        onClose={() => setIsChanging(false)}
        onStarted={started}
        lastFocus={lastFocus}
      />
      <BulkDelete bulk={deletion} onClose={() => setDeletion(undefined)} onStarted={started} lastFocus={lastFocus} />
    </>
  )
}
