import { useRef, useState } from 'react'
import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Button } from '#base/ui/button.tsx'
import type { ShownList } from '#base/ui/list/list-results.tsx'
import { focusSelectAll, type Selection } from '#base/ui/list/use-selection.ts'
import { useAction } from '#base/ui/use-action.ts'
import type { BookSummary } from '#catalogue/book/book.schema.ts'
import type { BookListParams } from '#catalogue/book/search/book-search.schema.ts'
import { selectedCount, SelectionBar } from '#kit/batch/shared/selection-bar.tsx'
import { previewBulk, useCurrentBulk } from '../bulk.data.ts'
import type { Bulk, BulkBooks } from '../bulk.schema.ts'
import { BulkChange } from '../bulk-change.tsx'
import { BulkDelete } from '../bulk-delete.tsx'
import { BulkProgress } from './bulk-progress.tsx'

/** The list of books that a selection is of. */
type Found = Pick<ShownList<BookSummary, BookListParams>, 'items' | 'total' | 'filter'>

/** Bulk actions for the selected books; the progress and the result of the last one. */
export function BookBulk({ selection, found }: { selection: Selection<BookSummary>; found: Found }) {
  const { isAll, marked, clear } = selection
  const [isChanging, setIsChanging] = useState(false)
  const [deletion, setDeletion] = useState<Bulk>()
  const [current, setCurrent] = useCurrentBulk()
  const bar = useRef<HTMLDivElement>(null)
  const lastFocus = useRef<HTMLElement>(null)
  const count = selectedCount(selection, found)
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
  const close = () => {
    setCurrent(null)
    focusSelectAll()
  }
  return (
    <>
      <SelectionBar
        ref={bar}
        selection={selection}
        found={found}
        text={(selected) => m.books_selected({ count: selected, shown: formatNumber(selected) })}
        report={current !== null && <BulkProgress id={current} onClose={close} />}
      >
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
      </SelectionBar>
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
