import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { GrowingPage, GrowingQuery, TotalQuery } from '#base/lib/list/growing-query.ts'
import type { UnloadedQuery } from '#base/ui/state/use-load-error.ts'
import { useStable } from '#base/ui/use-stable.ts'

export interface Growing<Item> {
  items: Item[]
  /** How many there are in all; null while that is being counted, or when it can't be. */
  total: number | null
  hasMore: boolean
  /** Cursor of the next page; null without one. */
  nextCursor: string | null
  /** Another list was asked for and has not come; what is shown is the one before. */
  isStale: boolean
  /** When what is shown was answered: server and browser say the same. */
  answeredAt: Date
  isLoadingMore: boolean
  /** Why the next page did not come. */
  moreError: Error | null
  loadMore: () => void
}

/** A list that grows, or the query that has not answered yet. */
type GrowingState<Item, Params> = {
  /** What the list that is shown was asked for, not the one that is on its way. */
  params: Params
  /** Tells the list that is shown from all others. */
  name: string
} & ({ list: Growing<Item> } | { list: undefined; query: UnloadedQuery })

interface GrowingOptions<Item> {
  /** What is expected of the list, until it comes. */
  preview?: GrowingPage<Item> | undefined
  /** The list does not begin at its beginning: its last page says nothing of the total. */
  isPart?: boolean
}

/**
 * The rows of a list that grows by 'Load more', with their total. The list never waits for its total; while another
 * is on its way, the one before stays, or `preview` is shown. `params` is what the queries are made of.
 */
export function useGrowingList<Item, Params>(
  params: Params,
  listQuery: GrowingQuery<Item>,
  countQuery: TotalQuery,
  { preview, isPart = false }: GrowingOptions<Item> = {},
): GrowingState<Item, Params> {
  const queryClient = useQueryClient()
  const query = useInfiniteQuery({
    ...listQuery,
    placeholderData: preview ? { pages: [preview], pageParams: [''] } : keepPreviousData,
  })
  const { data, isPlaceholderData } = query
  const isStale = isPlaceholderData && !preview
  // Of the list that is shown; the query itself speaks of the one that is on its way.
  const hasMore = typeof data?.pages.at(-1)?.nextCursor === 'string'
  const items = data?.pages.flatMap((page) => page.items) ?? []
  const told = hasMore
    ? (data?.pages.findLast(({ total }) => total !== null)?.total ?? null)
    : isPart
      ? null
      : items.length
  const counted = useQuery({ ...countQuery, enabled: data !== undefined && !isStale && told === null })

  const name = JSON.stringify(listQuery.queryKey)
  const [shown, setShown] = useState({ params, name })
  if (data && !isStale && shown.name !== name) setShown({ params, name })
  const answeredAt = useStable(query.dataUpdatedAt, !data || isPlaceholderData)

  if (!data) return { ...shown, list: undefined, query }
  const fetchMore = async (isRefetching: boolean) => {
    const { isError } = await query.fetchNextPage()
    // `fetchNextPage` has cancelled the refetch of the rows that are there, and made them count as fresh.
    if (isRefetching && !isError) await queryClient.invalidateQueries({ queryKey: listQuery.queryKey, exact: true })
  }
  const loadMore = () => {
    // Asked of the cache: two presses in one go see the same page.
    if (isPlaceholderData) return
    const state = queryClient.getQueryState(listQuery.queryKey)
    const isFetching = state?.fetchStatus === 'fetching'
    if (isFetching && state.fetchMeta?.fetchMore) return
    void fetchMore(isFetching)
  }
  return {
    ...shown,
    list: {
      items,
      total: told ?? counted.data?.total ?? null,
      hasMore,
      nextCursor: data.pages.at(-1)?.nextCursor ?? null,
      isStale,
      answeredAt: new Date(answeredAt),
      isLoadingMore: query.isFetchingNextPage,
      moreError: query.isFetchNextPageError ? query.error : null,
      loadMore,
    },
  }
}
