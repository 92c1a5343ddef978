import { infiniteQueryOptions, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import type * as z from 'zod/mini'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import { useRefreshBooks } from '#catalogue/book/edit/book-edit.data.ts'
import { bookBulkRouter } from './bulk.router.server.ts'
import type { BatchResult } from '#kit/batch/shared/batch-rows.tsx'
import type { Bulk, BulkInput, bulkMoveSchema, bulkRowsInputSchema } from './bulk.schema.ts'

/** Makes a change of many books, which waits for its start. Throws VALIDATION_ERROR at the field. */
export const previewBulk = createServerFn({ method: 'POST' })
  .validator((input: BulkInput) => input)
  .handler(({ data }) => callProcedure(bookBulkRouter.create, data))

/** Starts, cancels or undoes a change. Throws BULK_STATE. */
export const moveBulk = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof bulkMoveSchema>) => input)
  .handler(({ data }) => callProcedure(bookBulkRouter.move, data))

const getBulk = createServerFn({ method: 'GET' })
  .validator((input: { id: string }) => input)
  .handler(({ data }) => callProcedure(bookBulkRouter.get, data))

const findRunningBulk = createServerFn({ method: 'GET' }).handler(() =>
  callProcedure(bookBulkRouter.running, undefined),
)

const listRows = createServerFn({ method: 'GET' })
  .validator((input: z.input<typeof bulkRowsInputSchema>) => input)
  .handler(({ data }) => callProcedure(bookBulkRouter.rows, data))

/** The books of a change with one result, page by page. Loaded again when the state of the change differs. */
export const bulkRowsQuery = ({ id, state }: Pick<Bulk, 'id' | 'state'>, result: BatchResult) =>
  infiniteQueryOptions({
    queryKey: ['bulk', 'rows', id, state, result],
    queryFn: ({ pageParam, signal }) =>
      listRows({ data: { id, result, ...(pageParam !== '' && { cursor: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: Infinity,
  })

/** Milliseconds between polls of a running change. Its books are counted each time: 100,000 take up to 0.1 s. */
const pollOf = (bulk: Bulk | undefined): number => (bulk && bulk.total <= 5000 ? 400 : 2000)

/** A change with its progress. Refetches all queries of books when it has ended. */
export function useBulk(id: string) {
  const refresh = useRefreshBooks()
  return useQuery({
    queryKey: ['bulk', id],
    queryFn: async ({ signal }) => {
      const bulk = await getBulk({ data: { id }, signal })
      if (bulk.state !== 'running') await refresh()
      return bulk
    },
    refetchInterval: ({ state }) =>
      state.data === undefined || state.data.state === 'running' ? pollOf(state.data) : false,
    refetchOnWindowFocus: 'always',
    // The undo of the change may have begun in another tab since.
    refetchOnMount: 'always',
    staleTime: Infinity,
  })
}

const CURRENT_KEY = ['bulk', 'current']

/** The id of the shown change: the running one of this user, or else the last one whose report was not closed. */
const currentQuery = queryOptions<string | null>({
  queryKey: CURRENT_KEY,
  queryFn: async ({ client, signal }) => {
    const { id } = await findRunningBulk({ signal })
    return id ?? client.getQueryData(CURRENT_KEY) ?? null
  },
  staleTime: Infinity,
  gcTime: Infinity,
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
  retry: false,
})

/** The id of the change that the list of books shows, and what sets it. */
export function useCurrentBulk(): [string | null, (id: string | null) => void] {
  const setCurrent = useSetCurrentBulk()
  return [useQuery(currentQuery).data ?? null, setCurrent]
}

/** Sets the change that the list of books shows; null for none. */
export function useSetCurrentBulk(): (id: string | null) => void {
  const queryClient = useQueryClient()
  return (id) => void queryClient.setQueryData(currentQuery.queryKey, id)
}
