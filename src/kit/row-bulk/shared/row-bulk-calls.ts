import { infiniteQueryOptions, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import type { BatchResult } from '#kit/batch/shared/batch-rows.tsx'
import type { RowBulk, rowBulkRowsInputSchema, rowBulkRowsSchema } from './row-bulk.schema.ts'

/** How the pages of a noun reach its bulk changes. */
export interface RowBulkCalls {
  /** The noun, as the first part of the keys of its queries. */
  noun: string
  get: (id: string, signal: AbortSignal) => Promise<RowBulk>
  rows: (
    input: z.input<typeof rowBulkRowsInputSchema>,
    signal: AbortSignal,
  ) => Promise<z.output<typeof rowBulkRowsSchema>>
  /** Throws BULK_STATE. */
  move: (id: string, to: 'cancel' | 'undo') => Promise<unknown>
  running: (signal: AbortSignal) => Promise<{ id: string | null }>
}

/** The rows of a change with one result, page by page. Loaded again when the state of the change differs. */
export const rowBulkRowsQuery = (calls: RowBulkCalls, { id, state }: RowBulk, result: BatchResult) =>
  infiniteQueryOptions({
    queryKey: [calls.noun, 'bulk', 'rows', id, state, result],
    queryFn: ({ pageParam, signal }) =>
      calls.rows({ id, result, ...(pageParam !== '' && { cursor: pageParam }) }, signal),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: Infinity,
  })

/** Milliseconds between polls of a running change. */
const POLL = 500

/** A change with its progress. Runs `refresh` when it has ended. */
export function useRowBulk(calls: RowBulkCalls, id: string, refresh: () => Promise<unknown>) {
  return useQuery({
    queryKey: ['row-bulk', calls.noun, id],
    queryFn: async ({ signal }) => {
      const bulk = await calls.get(id, signal)
      if (bulk.state !== 'running') await refresh()
      return bulk
    },
    refetchInterval: ({ state }) => (state.data === undefined || state.data.state === 'running' ? POLL : false),
    refetchOnWindowFocus: 'always',
    // The undo of the change may have begun in another tab since.
    refetchOnMount: 'always',
    staleTime: Infinity,
  })
}

const currentQuery = ({ noun, running }: RowBulkCalls) => {
  const queryKey = ['row-bulk', noun, 'current']
  return queryOptions<string | null>({
    queryKey,
    queryFn: async ({ client, signal }) => {
      const { id } = await running(signal)
      return id ?? client.getQueryData(queryKey) ?? null
    },
    staleTime: Infinity,
    gcTime: Infinity,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    retry: false,
  })
}

/** The id of the change that a list shows, which is the running one or the last whose report was not closed, and what sets it. */
export function useCurrentRowBulk(calls: RowBulkCalls): [string | null, (id: string | null) => void] {
  const queryClient = useQueryClient()
  const query = currentQuery(calls)
  return [useQuery(query).data ?? null, (id) => void queryClient.setQueryData(query.queryKey, id)]
}
