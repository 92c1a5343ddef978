import { infiniteQueryOptions, queryOptions, type QueryKey } from '@tanstack/react-query'

const MINUTE = 60_000
/** Pages up to which a list renews itself when it is opened again: each of them is a request. */
const RENEWED = 5

/** A page of a list that grows. */
export interface GrowingPage<Item> {
  items: Item[]
  /** Where the next page begins; null after the last. */
  nextCursor: string | null
  /** How many there are in all; null while that is being counted. */
  total: number | null
}

/** Asks for a page; stops asking when the signal says so. The first has no cursor. */
type FetchPage<Item> = (cursor: string | undefined, signal: AbortSignal) => Promise<GrowingPage<Item>>

/** A list that grows by 'Load more'. Kept for half an hour, so that Back finds it as it was left. */
export const growingQuery = <Item>(queryKey: QueryKey, fetchPage: FetchPage<Item>) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam === '' ? undefined : pageParam, signal),
    initialPageParam: '',
    getNextPageParam: (page: GrowingPage<Item>) => page.nextCursor,
    staleTime: ({ state }) => ((state.data?.pages.length ?? 0) > RENEWED ? Infinity : 5 * MINUTE),
    gcTime: 30 * MINUTE,
  })

/** The first `most` rows of a list, or all that there are, page after page; tells how many it has so far. */
export async function loadRows<Item>(
  fetchPage: (cursor: string | undefined) => Promise<Pick<GrowingPage<Item>, 'items' | 'nextCursor'>>,
  most: number,
  onProgress?: (count: number) => void,
): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | undefined
  do {
    const page = await fetchPage(cursor)
    items.push(...page.items)
    cursor = page.nextCursor ?? undefined
    onProgress?.(items.length)
  } while (cursor !== undefined && items.length < most)
  return items.slice(0, most)
}

export type GrowingQuery<Item> = ReturnType<typeof growingQuery<Item>>

/** How many there are in all, asked for where a page came without it; refreshed with the list of that key. */
export const totalQuery = (listKey: QueryKey, fetchTotal: (signal: AbortSignal) => Promise<{ total: number }>) =>
  queryOptions({ queryKey: [...listKey, 'total'], queryFn: ({ signal }) => fetchTotal(signal) })
export type TotalQuery = ReturnType<typeof totalQuery>
