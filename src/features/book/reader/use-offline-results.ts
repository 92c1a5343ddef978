import { useEffect, useMemo, useState } from 'react'
import { openOfflineCatalogue, type OfflineCatalogue } from '#features/offline/offline-fallback.data.ts'
import type { GrowingPage } from '#lib/list/growing-query.ts'
import { offlineList } from '../offline-books.ts'
import type { BookSummary } from '../book.schema.ts'
import type { readReaderSearch } from './reader-search.schema.ts'

/** The first results of a search in the offline catalogue, shown until the server's come; undefined without one. */
export function useOfflineResults({
  filter,
  position,
}: ReturnType<typeof readReaderSearch>): GrowingPage<BookSummary> | undefined {
  const [catalogue, setCatalogue] = useState<OfflineCatalogue>()
  const isSearch = filter.searchTerm !== ''
  useEffect(() => {
    if (isSearch) void openOfflineCatalogue().then(setCatalogue)
  }, [isSearch])
  const params = JSON.stringify({ ...filter, ...position })
  return useMemo(() => {
    const hits = catalogue && isSearch ? offlineList(catalogue, JSON.parse(params)) : undefined
    // That there are none only the server can say: its catalogue may be newer.
    return hits && hits.items.length > 0 ? hits : undefined
  }, [catalogue, isSearch, params])
}
