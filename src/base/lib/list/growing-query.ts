import { infiniteQueryOptions, queryOptions, type InfiniteData, type QueryKey } from '@tanstack/react-query'

const MINUTE = 60_000
/** Lists of more pages are not refetched when stale, since each page is a request. */
const MAX_REFETCHED_PAGES = 5
/** Maximum rows of a page. */
const PAGE_MAX = 100

/** A page of a growing list. */
export interface GrowingPage<Item> {
  items: Item[]
  /** Cursor of the next page; null on the last. */
  nextCursor: string | null
  /** Number of all items; null while it is being counted. */
  total: number | null
}

/** The first page has no cursor; without a limit a page has its usual length. */
interface PageInput {
  cursor?: string
  limit?: number
}

/** Fetches a page, abortable by the signal; `last` is the item before it, if it is known. */
type FetchPage<Item> = (page: PageInput, signal?: AbortSignal, last?: Item) => Promise<GrowingPage<Item>>

/**
 * A list that grows by 'Load more'; cached for half an hour, so that Back restores it. `load` fetches its first rows at
 * once: to print them, or for a bulk operation.
 */
export const growingQuery = <Item>(queryKey: QueryKey, fetchPage: FetchPage<Item>) => ({
  ...infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal, client }) => {
      if (pageParam === '') return fetchPage({}, signal)
      const pages = client.getQueryData<InfiniteData<GrowingPage<Item>>>(queryKey)?.pages
      const before = pages?.find(({ nextCursor }) => nextCursor === pageParam)
      return fetchPage({ cursor: pageParam }, signal, before?.items.at(-1))
    },
    initialPageParam: '',
    getNextPageParam: (page: GrowingPage<Item>) => page.nextCursor,
    staleTime: ({ state }) => ((state.data?.pages.length ?? 0) > MAX_REFETCHED_PAGES ? Infinity : 5 * MINUTE),
    gcTime: 30 * MINUTE,
  }),
  load: (limit: number, onProgress?: (count: number) => void) => loadRows(fetchPage, limit, onProgress),
})

/** Fetches up to `limit` rows of a list, page by page; reports the count so far to `onProgress`. */
async function loadRows<Item>(
  fetchPage: FetchPage<Item>,
  limit: number,
  onProgress?: (count: number) => void,
): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | undefined
  do {
    const page = await fetchPage({ limit: PAGE_MAX, ...(cursor !== undefined && { cursor }) }, undefined, items.at(-1))
    items.push(...page.items)
    cursor = page.nextCursor ?? undefined
    onProgress?.(items.length)
  } while (cursor !== undefined && items.length < limit)
  return items.slice(0, limit)
}

export type GrowingQuery<Item> = ReturnType<typeof growingQuery<Item>>

/** The total of a list, for pages without one; invalidated together with the list's key. */
export const totalQuery = (listKey: QueryKey, fetchTotal: (signal: AbortSignal) => Promise<{ total: number }>) =>
  queryOptions({ queryKey: [...listKey, 'total'], queryFn: ({ signal }) => fetchTotal(signal) })
export type TotalQuery = ReturnType<typeof totalQuery>
