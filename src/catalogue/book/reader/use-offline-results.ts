import { useEffect, useMemo, useState } from 'react'
import type { GrowingPage } from '#base/lib/list/growing-query.ts'
import { offlineList } from '../offline-answers.ts'
import { offlineBooks, type KeptBooks } from '../shared/offline-books.ts'
import type { BookSummary } from '../book.schema.ts'
import type { readReaderSearch } from './reader-search.schema.ts'

/** The first results of a search in the offline catalogue, shown until the server's come; undefined without one. */
export function useOfflineResults({
  filter,
  position,
}: ReturnType<typeof readReaderSearch>): GrowingPage<BookSummary> | undefined {
  const [kept, setKept] = useState<KeptBooks>()
  const isSearch = filter.searchTerm !== ''
  useEffect(() => {
    if (isSearch) void offlineBooks.open().then(setKept)
  }, [isSearch])
  const params = JSON.stringify({ ...filter, ...position })
  return useMemo(() => {
    const hits = kept && isSearch ? offlineList(kept, JSON.parse(params)) : undefined
    // That there are none only the server can say: its catalogue may be newer.
    return hits && hits.items.length > 0 ? hits : undefined
  }, [kept, isSearch, params])
}
