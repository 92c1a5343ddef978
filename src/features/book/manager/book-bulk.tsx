import { useRef, useState } from 'react'
import { formatNumber } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { prepareToast } from '#ui/toast.ts'
import { MANY } from '../book-edit.schema.ts'
import { BulkDelete } from './bulk-delete.tsx'
import { BulkGenre } from './bulk-genre.tsx'
import { BulkReport, type Report } from './bulk-report.tsx'
import type { Selection } from './use-selection.ts'

/** Stands at the lower edge of the window, wherever one is in the list. */
const BAR =
  'sticky bottom-3 z-20 mt-4 flex flex-wrap items-center gap-2 rounded-md border border-line-strong bg-raised px-3 py-2 shadow-card sm:px-4'

/** What can be done to the books that are selected; afterwards, what has happened to each. */
export function BookBulk({ selection }: { selection: Selection }) {
  const { chosen, clear } = selection
  const [open, setOpen] = useState<'delete' | 'genre'>()
  const [report, setReport] = useState<Report>()
  const bar = useRef<HTMLDivElement>(null)
  const lastFocus = useRef<HTMLElement>(null)
  const count = chosen.size
  const isTooMany = count > MANY
  const done = (next: Report) => {
    // What was done takes the buttons away.
    lastFocus.current = bar.current
    setReport(next)
    setOpen(undefined)
    clear()
  }
  const start = (action: 'delete' | 'genre', button: HTMLElement) => {
    prepareToast()
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
              {isTooMany && (
                <span className="block text-sm font-normal text-danger">
                  {m.books_selected_many({ max: formatNumber(MANY) })}
                </span>
              )}
            </p>
            <div className="ms-auto flex gap-2">
              <Button
                look="second"
                className="max-sm:px-3"
                disabled={isTooMany}
                onClick={(event) => start('genre', event.currentTarget)}
              >
                {m.books_set_genre()}
              </Button>
              <Button
                look="second"
                className="text-danger max-sm:px-3"
                disabled={isTooMany}
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
