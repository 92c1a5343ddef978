import { useRef, useState } from 'react'
import { formatNumber } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { blockedInDemo } from '#lib/refusal.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import type { Selection } from '#ui/list/use-selection.ts'
import type { ShelfBook } from '../book.schema.ts'
import { BulkDelete } from './bulk-delete.tsx'
import { BulkGenre } from './bulk-genre.tsx'
import { BulkReport, type Report } from './bulk-report.tsx'
import { SelectFound, type Found } from './select-found.tsx'

/** Sticks to the lower edge of the window. */
const BAR =
  'sticky bottom-3 z-20 print:hidden mt-4 flex flex-wrap items-center gap-2 rounded-md border border-line-strong bg-raised px-3 py-2 shadow-card sm:px-4'

/** Bulk actions for the selected books, then a report for each book. */
export function BookBulk({ selection, found }: { selection: Selection<ShelfBook>; found: Found }) {
  const { chosen, clear } = selection
  const [open, setOpen] = useState<'delete' | 'genre'>()
  const [report, setReport] = useState<Report>()
  const bar = useRef<HTMLDivElement>(null)
  const lastFocus = useRef<HTMLElement>(null)
  const count = chosen.size
  const done = (next: Report) => {
    // A finished action removes the buttons.
    lastFocus.current = bar.current
    setReport(next)
    setOpen(undefined)
    // Books that were not processed stay selected.
    selection.toggleAll(
      next.results.flatMap(({ id }) => chosen.get(id) ?? []),
      false,
    )
  }
  const start = (action: 'delete' | 'genre', button: HTMLElement) => {
    lastFocus.current = button
    setOpen(action)
  }
  const dialog = { chosen, onClose: () => setOpen(undefined), onDone: done, lastFocus }
  return (
    <>
      <div ref={bar} tabIndex={-1} className={count > 0 || report ? `${BAR} outline-none` : 'hidden'}>
        {count > 0 ? (
          <>
            <button
              type="button"
              aria-label={m.books_selected_clear()}
              onClick={clear}
              className="-ms-1 grid size-11 place-items-center rounded-md text-muted hover:text-ink"
            >
              <Icon name="close" />
            </button>
            <p role="status" className="font-semibold tabular-nums">
              {m.books_selected({ count, shown: formatNumber(count) })}
            </p>
            <SelectFound selection={selection} found={found} />
            <div className="ms-auto flex gap-2">
              <Button
                {...blockedInDemo}
                look="second"
                className="max-sm:px-3"
                onClick={(event) => start('genre', event.currentTarget)}
              >
                {m.books_set_genre()}
              </Button>
              <Button
                {...blockedInDemo}
                look="second"
                className="text-danger max-sm:px-3"
                onClick={(event) => start('delete', event.currentTarget)}
              >
                {m.book_delete()}
              </Button>
            </div>
          </>
        ) : (
          report && <BulkReport report={report} onClose={() => setReport(undefined)} />
        )}
      </div>
      <BulkDelete {...dialog} isOpen={open === 'delete'} />
      <BulkGenre {...dialog} isOpen={open === 'genre'} />
    </>
  )
}
