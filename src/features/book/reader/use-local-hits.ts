import { useEffect, useMemo, useState } from 'react'
import { openLocalCopy, type OfflineCatalogue } from '#features/offline/local-copy.data.ts'
import type { GrowingPage } from '#lib/growing-query.ts'
import { listCopy } from '../book-copy.ts'
import type { ShelfBook } from '../book.schema.ts'
import type { readShelf } from './shelf-search.schema.ts'

/** The first hits of a search in the copy on this device, to be shown until the server's come; undefined without a copy. */
export function useLocalHits({ filter, position }: ReturnType<typeof readShelf>): GrowingPage<ShelfBook> | undefined {
  const [copy, setCopy] = useState<OfflineCatalogue>()
  const isSearch = filter.searchTerm !== ''
  useEffect(() => {
    if (isSearch) void openLocalCopy().then(setCopy)
  }, [isSearch])
  const asked = JSON.stringify({ ...filter, ...position })
  return useMemo(() => {
    const hits = copy && isSearch ? listCopy(copy, JSON.parse(asked)) : undefined
    // That there are none only the server can say: its catalogue may be newer.
    return hits && hits.items.length > 0 ? hits : undefined
  }, [copy, isSearch, asked])
}
