import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fromThrown } from '#base/errors/local-error.ts'
import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { LoadMore } from '#base/ui/list/load-more.tsx'
import { lineActionClass, panelClass } from '#base/ui/panel.tsx'
import { PanelState } from '#base/ui/state/panel-state.tsx'
import type { Import } from '#exchange/import/import.schema.ts'
import { peopleFieldLabel, resultLabels } from '../class-list-words.ts'
import { classListRowsQuery, type ClassListRowFilter } from '../class-list.data.ts'
import { PLANNED_RESULTS, type ClassList, type ClassListChoices } from '../class-list.schema.ts'
import { ClassListLine, classListGrid } from './class-list-row.tsx'

interface ClassListRowsProps {
  item: Pick<Import, 'id' | 'state' | 'rows' | 'kept'>
  list: ClassList
  /** Chooses what becomes of a row; undefined once the list was started. */
  onChoose?: (choices: Partial<ClassListChoices>) => void
}

/** The rows of a list: seven kinds by which they are filtered, and a table of 50 that grows. */
export function ClassListRows({ item, list, onChoose }: ClassListRowsProps) {
  const [filter, setFilter] = useState<ClassListRowFilter>('all')
  const rows = useInfiniteQuery({ ...classListRowsQuery(item, filter), placeholderData: keepPreviousData })
  const { data, error, isPlaceholderData, hasNextPage, isFetchNextPageError } = rows
  const items = data?.pages.flatMap((page) => page.items) ?? []
  const absent = list.counts.absent ?? 0
  const chips: { value: ClassListRowFilter; label: string; count: number }[] = [
    { value: 'all', label: m.import_result_all(), count: item.rows },
    ...PLANNED_RESULTS.map((value) => ({ value, label: resultLabels[value](), count: list.counts[value] ?? 0 })),
    ...(item.kept > 0 ? [{ value: 'kept' as const, label: m.class_list_kept(), count: item.kept }] : []),
  ]
  return (
    <section aria-label={m.import_rows()} className="mt-5">
      <div role="group" aria-label={m.import_result()} className="mb-3 flex flex-wrap gap-2">
        {chips.map(({ value, label, count }) => (
          <button
            key={value}
            type="button"
            aria-pressed={value === filter}
            disabled={count === 0 && value !== 'all' && value !== filter}
            onClick={() => setFilter(value)}
            className="inline-flex min-h-11 items-center gap-2 rounded-full border border-line-strong bg-raised px-3.5 text-sm font-medium hover:border-muted disabled:opacity-60 aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent sm:min-h-9"
          >
            {label}
            <b className="font-semibold tabular-nums">{formatNumber(count)}</b>
          </button>
        ))}
      </div>
      {absent > 0 && (
        <p className={`${panelClass} mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2!`}>
          <span className="text-pretty">{m.class_list_absent_text({ count: formatNumber(absent) })}</span>
          <button type="button" className={lineActionClass} onClick={() => setFilter('absent')}>
            {m.class_list_absent_show()}
          </button>
        </p>
      )}
      {data ? (
        <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-60' : ''}>
          {items.length === 0 ? (
            <p className={`${panelClass} text-muted`}>{m.import_rows_none()}</p>
          ) : (
            <div
              role="table"
              aria-label={m.import_rows()}
              className="overflow-clip rounded-md border border-line bg-raised"
            >
              <div
                role="rowgroup"
                className="border-b border-line text-[0.8125rem] font-semibold text-muted max-lg:hidden"
              >
                <div role="row" className={`${classListGrid} min-h-11 items-center`}>
                  {[
                    m.import_row(),
                    m.import_result(),
                    peopleFieldLabel('name'),
                    peopleFieldLabel('schoolNumber'),
                    peopleFieldLabel('class'),
                  ].map((label) => (
                    <span key={label} role="columnheader">
                      {label}
                    </span>
                  ))}
                </div>
              </div>
              <div role="rowgroup">
                {items.map((row) => (
                  <ClassListLine key={row.at} row={row} item={item} choices={list.choices} onChoose={onChoose} />
                ))}
              </div>
            </div>
          )}
          <LoadMore
            hasMore={hasNextPage}
            count={items.length}
            isBusy={rows.isFetchingNextPage}
            error={isFetchNextPageError && error ? fromThrown(error).message : undefined}
            onLoad={() => void rows.fetchNextPage()}
          />
        </div>
      ) : (
        <div className={panelClass}>
          <PanelState title={m.import_rows_failed()} query={rows} />
        </div>
      )}
    </section>
  )
}
