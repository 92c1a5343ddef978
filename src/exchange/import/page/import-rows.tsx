import { keepPreviousData, useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fromThrown } from '#base/errors/local-error.ts'
import { genreWord } from '#catalogue/genre/genre-name.words.ts'
import { genresQuery } from '#catalogue/genre/genre.data.ts'
import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { LoadMore } from '#base/ui/list/load-more.tsx'
import { panelClass } from '#base/ui/panel.tsx'
import { PanelState } from '#base/ui/state/panel-state.tsx'
import { ImportRowChips } from './import-row-chips.tsx'
import { ImportTable } from './import-table.tsx'
import { importRowsQuery, type RowFilter } from '../import.data.ts'
import { REFUSED_LISTED, type Correction, type Import } from '../import.schema.ts'

interface ImportRowsProps {
  item: Import
  /** Corrects an import that waits. */
  onChange?: (correction: Correction) => void
}

/** The rows of an import: counts by which they are filtered, and a table of 50 that grows. */
export function ImportRows({ item, onChange }: ImportRowsProps) {
  const [filter, setFilter] = useState<RowFilter>('all')
  const { data: genres } = useSuspenseQuery(genresQuery)
  const rows = useInfiniteQuery({ ...importRowsQuery(item, filter), placeholderData: keepPreviousData })
  const { data, error, isPlaceholderData, hasNextPage, isFetchNextPageError } = rows
  const items = data?.pages.flatMap((page) => page.items) ?? []
  const genreOf = (id: string | null) => {
    const found = genres.find((genre) => genre.id === id)
    return found ? genreWord(found) : undefined
  }
  return (
    <section aria-label={m.import_rows()} className="mt-5">
      <ImportRowChips item={item} filter={filter} onFilter={setFilter} />
      {data ? (
        <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-60' : ''}>
          {items.length === 0 ? (
            <p className={`${panelClass} text-muted`}>{m.import_rows_none()}</p>
          ) : (
            <ImportTable
              item={item}
              rows={items}
              genreOf={genreOf}
              onChoose={onChange && ((choices) => onChange({ choices }))}
            />
          )}
          {filter === 'refused' && item.refused > REFUSED_LISTED && (
            <p className="mt-3 text-sm text-pretty text-muted">
              {m.import_rows_unlisted({ limit: formatNumber(REFUSED_LISTED) })}
            </p>
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
