import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fromThrown } from '#errors/local-error.ts'
import { fieldText } from '#i18n/field-text.ts'
import { formatNumber } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { lookUp } from '#lib/list/look-up.ts'
import type { FieldWords } from '#lib/noun.ts'
import { LoadMore } from '#ui/list/load-more.tsx'
import { LoadFailed } from '#ui/state/load-failed.tsx'
import { Sentence } from '#ui/sentence.tsx'
import { bulkRowsQuery, type BulkResult } from '../bulk/bulk.data.ts'
import type { Bulk, BulkRow } from '../bulk/bulk.schema.ts'
import { bookFields } from '../book-fields.words.ts'
import { useGenreOptions } from '../manager/book-filters.tsx'

const REASONS = {
  taken: m.books_reason_taken,
  invalid: m.books_reason_invalid,
  changed: m.books_reason_changed,
  on_loan: m.books_reason_on_loan,
  missing: m.books_report_missing,
}

/** The books of a bulk change by their results, those that were kept or left out first. */
export function BulkRows({ bulk }: { bulk: Bulk }) {
  const isDelete = bulk.operation.kind === 'delete'
  const results: { result: BulkResult; count: number; label: (words: { count: string }) => string }[] = [
    { result: 'kept', count: bulk.kept, label: m.books_result_not_undone },
    { result: 'refused', count: bulk.refused, label: m.books_result_refused },
    { result: 'changed', count: bulk.changed, label: isDelete ? m.books_result_deleted : m.books_result_changed },
    { result: 'unchanged', count: bulk.unchanged, label: m.books_result_unchanged },
  ]
  const found = results.filter(({ count }) => count > 0)
  const [chosen, setChosen] = useState<BulkResult>('changed')
  const shown = found.find(({ result }) => result === chosen) ?? found[0]
  if (!shown) return null
  return (
    <div>
      <div className="flex flex-wrap gap-2 has-[:only-child]:hidden">
        {found.map(({ result, count, label }) => (
          <button
            key={result}
            type="button"
            aria-pressed={result === shown.result}
            onClick={() => setChosen(result)}
            className="min-h-11 rounded-md border border-line-strong px-3 text-sm font-medium tabular-nums hover:border-muted aria-pressed:border-accent aria-pressed:bg-accent-soft"
          >
            {label({ count: formatNumber(count) })}
          </button>
        ))}
      </div>
      <Rows
        key={shown.result}
        bulk={bulk}
        result={shown.result}
        label={shown.label({ count: formatNumber(shown.count) })}
      />
    </div>
  )
}

function Rows({ bulk, result, label }: { bulk: Bulk; result: BulkResult; label: string }) {
  const query = useInfiniteQuery(bulkRowsQuery(bulk, result))
  if (!query.data) return <LoadFailed title={m.books_load_failed()} query={query} />
  const items = query.data.pages.flatMap((page) => page.items)
  return (
    // The keyboard scrolls it once it has the focus: WebKit gives it none by itself.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div role="region" aria-label={label} tabIndex={0} className="mt-2 max-h-[38dvh] min-h-16 overflow-y-auto pe-2">
      <ul>
        {items.map((row) => (
          <li key={row.at} className="border-line py-2 not-first:border-t">
            <span dir="auto" className="block font-medium [overflow-wrap:anywhere]">
              {bulk.operation.field === 'title' && result === 'changed' ? (
                <del className="font-normal text-muted">{row.title}</del>
              ) : (
                row.title || row.bookId
              )}
            </span>
            <Outcome row={row} field={bulk.operation.field} />
          </li>
        ))}
      </ul>
      <LoadMore
        hasMore={query.hasNextPage}
        count={items.length}
        isBusy={query.isFetchingNextPage}
        error={query.isFetchNextPageError && fromThrown(query.error).message}
        onLoad={() => void query.fetchNextPage()}
      />
    </div>
  )
}

interface OutcomeProps {
  row: BulkRow
  field: string | undefined
}

/** The former and the new value, or why the book is left as it was. */
function Outcome({ row: { result, reason, kept, before, after }, field }: OutcomeProps) {
  const genres = useGenreOptions()
  const why = kept ?? reason
  if (why) {
    // What a deletion had put into the trash is not there any more.
    const text = kept === 'missing' && field === undefined ? m.undo_kept_gone_for_good : REASONS[why]
    return <span className="block text-sm text-danger">{text()}</span>
  }
  if (result !== 'changed') return null
  const words = field === undefined ? undefined : lookUp<FieldWords>(bookFields, field)
  const word = (value: BulkRow['before']) => {
    const text = field === 'genreId' ? genres.find((genre) => genre.value === value)?.label : fieldText(value, words)
    return text ? <bdi className="text-ink">{text}</bdi> : <i>{m.activity_nothing()}</i>
  }
  return (
    <span className="block text-sm text-muted [overflow-wrap:anywhere] empty:hidden">
      {field === 'title'
        ? word(after)
        : words && (
            <Sentence
              text={m.activity_change_of}
              parts={{ field: words.label(), before: word(before), after: word(after) }}
            />
          )}
    </span>
  )
}
