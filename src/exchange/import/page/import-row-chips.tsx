import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Spinner } from '#base/ui/state/spinner.tsx'
import { resultCounts, undoneCounts } from './import-counts.ts'
import type { RowFilter } from '../import.data.ts'
import type { Import } from '../import.schema.ts'

interface ImportRowChipsProps {
  item: Import
  filter: RowFilter
  onFilter: (filter: RowFilter) => void
}

/** How many rows there are of each kind; a press shows only those. Kinds without rows are left out. */
export function ImportRowChips({ item, filter, onFilter }: ImportRowChipsProps) {
  const chips: { value: RowFilter; label: string; count: number | null }[] = [
    { value: 'all', label: m.import_result_all(), count: item.rows },
    ...(item.state === 'undone' ? undoneCounts(item) : resultCounts(item)).flatMap(({ result, ...rest }) =>
      // The count of copies is no count of rows.
      result === 'copies' ? [] : [{ value: result, ...rest }],
    ),
  ]
  if (item.state === 'waiting' && item.created > 0)
    chips.splice(2, 0, { value: 'similar', label: m.import_result_similar(), count: item.similar })
  if (item.otherEditions > 0)
    chips.push({ value: 'edition', label: m.import_result_edition(), count: item.otherEditions })
  if (item.noted > 0) chips.push({ value: 'noted', label: m.import_result_noted(), count: item.noted })
  if (item.kept > 0) chips.push({ value: 'kept', label: m.import_result_kept(), count: item.kept })
  return (
    <div role="group" aria-label={m.import_result()} className="mb-3 flex flex-wrap gap-2">
      {chips
        .filter(({ value, count }) => count !== 0 || value === filter || value === 'all')
        .map(({ value, label, count }) => (
          <button
            key={value}
            type="button"
            aria-pressed={value === filter}
            onClick={() => onFilter(value)}
            className="inline-flex min-h-11 items-center gap-2 rounded-full border border-line-strong bg-raised px-3.5 text-sm font-medium hover:border-muted aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent sm:min-h-9"
          >
            {label}
            {count === null ? <Spinner /> : <b className="font-semibold tabular-nums">{formatNumber(count)}</b>}
          </button>
        ))}
    </div>
  )
}
