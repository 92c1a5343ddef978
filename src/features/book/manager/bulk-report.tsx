import { formatNumber } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { Icon } from '#ui/icon.tsx'
import type { ManyReport } from '../book-edit.schema.ts'
import type { ChosenBooks } from './selected-books.ts'

/** The results of a bulk action. */
export interface Report {
  books: ChosenBooks
  results: ManyReport['results']
  /** Name of the genre that was set; undefined after a deletion. */
  genre?: string
}

/** Maximum number of books that are listed. */
const LISTED = 500

/** How many books were changed and how many were missing; each of them on request. */
export function BulkReport({ report: { books, results, genre }, onClose }: { report: Report; onClose: () => void }) {
  const missing = results.filter(({ result }) => result === 'missing').length
  const count = results.length - missing
  const shown = formatNumber(count)
  const done = genre === undefined ? m.books_report_deleted() : genre
  // Failures come first.
  const ordered = results.toSorted((a, b) => Number(a.result === 'done') - Number(b.result === 'done'))
  return (
    <>
      <div className="min-w-0 flex-1">
        <p role="status" className="font-semibold">
          {genre === undefined ? m.books_deleted({ count, shown }) : m.books_genre_set({ count, shown, genre })}
          {missing > 0 && (
            <span className="block font-normal text-danger">
              {m.books_missing({ count: missing, shown: formatNumber(missing) })}
            </span>
          )}
        </p>
        <details>
          <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm text-muted hover:text-ink">
            {m.books_report_each()}
          </summary>
          <ul className="max-h-[40dvh] overflow-y-auto pe-2">
            {ordered.slice(0, LISTED).map(({ id, result }) => (
              <li key={id} className="flex justify-between gap-4 border-line py-1.5 not-first:border-t">
                <span dir="auto" className="min-w-0">
                  {books.get(id)?.title}
                </span>
                <span className={`flex-none ${result === 'done' ? 'text-muted' : 'text-danger'}`}>
                  {result === 'done' ? done : m.books_report_missing()}
                </span>
              </li>
            ))}
            {ordered.length > LISTED && (
              <li className="border-t border-line py-1.5 text-muted">
                {m.list_showing({ count: formatNumber(LISTED), total: formatNumber(ordered.length) })}
              </li>
            )}
          </ul>
        </details>
      </div>
      <button
        type="button"
        aria-label={m.common_close()}
        onClick={onClose}
        className="-me-2 grid size-11 flex-none place-items-center self-start rounded-md text-muted hover:text-ink"
      >
        <Icon name="close" />
      </button>
    </>
  )
}
