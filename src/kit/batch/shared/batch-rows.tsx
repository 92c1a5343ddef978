import { useState, type ReactNode } from 'react'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { formatNumber } from '#base/i18n/format.ts'
import { LoadMoreOf } from '#base/ui/list/load-more.tsx'
import { LoadFailed } from '#base/ui/state/load-failed.tsx'
import { batchResultWords } from './batch-words.ts'

/** What became of a row; `kept` are those that the undo left alone. */
export type BatchResult = 'kept' | 'refused' | 'changed' | 'unchanged'

interface BatchRowsProps {
  counts: Readonly<Record<BatchResult, number>>
  /** The label of the changed rows. */
  changedWord: (words: { count: string }) => string
  /** The result that is shown first; without it those that were kept or left out. */
  first?: BatchResult
  /** The rows with a result, in a region of this label. */
  renderRows: (result: BatchResult, label: string) => ReactNode
}

/** The rows of a change of many by their results, one of which is shown. */
export function BatchRows({ counts, changedWord, first, renderRows }: BatchRowsProps) {
  const results: { result: BatchResult; label: (words: { count: string }) => string }[] = [
    { result: 'kept', label: batchResultWords.kept },
    { result: 'refused', label: batchResultWords.refused },
    { result: 'changed', label: changedWord },
    { result: 'unchanged', label: batchResultWords.unchanged },
  ]
  const found = results.flatMap(({ result, label }) =>
    counts[result] > 0 ? [{ result, label: label({ count: formatNumber(counts[result]) }) }] : [],
  )
  const [chosen, setChosen] = useState(first)
  const shown = found.find(({ result }) => result === chosen) ?? found[0]
  if (!shown) return null
  return (
    <div>
      <div className="flex flex-wrap gap-2 has-[:only-child]:hidden">
        {found.map(({ result, label }) => (
          <button
            key={result}
            type="button"
            aria-pressed={result === shown.result}
            onClick={() => setChosen(result)}
            className="min-h-11 rounded-md border border-line-strong px-3 text-sm font-medium tabular-nums hover:border-muted aria-pressed:border-accent aria-pressed:bg-accent-soft"
          >
            {label}
          </button>
        ))}
      </div>
      {renderRows(shown.result, shown.label)}
    </div>
  )
}

interface BatchRowListProps<Row extends { at: number }> {
  query: UseInfiniteQueryResult<InfiniteData<{ items: Row[] }>>
  label: string
  /** Says that the rows could not be loaded. */
  failed: string
  renderRow: (row: Row) => ReactNode
}

/** The rows with one result, page by page. */
export function BatchRowList<Row extends { at: number }>({ query, label, failed, renderRow }: BatchRowListProps<Row>) {
  if (!query.data) return <LoadFailed title={failed} query={query} />
  const items = query.data.pages.flatMap((page) => page.items)
  return (
    // The keyboard scrolls this region once it has the focus, which WebKit gives only with a `tabIndex`.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div role="region" aria-label={label} tabIndex={0} className="mt-2 max-h-[38dvh] min-h-16 overflow-y-auto pe-2">
      <ul>
        {items.map((row) => (
          <li key={row.at} className="border-line py-2 not-first:border-t">
            {renderRow(row)}
          </li>
        ))}
      </ul>
      <LoadMoreOf query={query} count={items.length} />
    </div>
  )
}
