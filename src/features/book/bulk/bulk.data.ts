import { infiniteQueryOptions, queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import type * as z from 'zod/mini'
import { callProcedure } from '#rpc/call-procedure.server.ts'
import { useRefreshBooks } from '../book-edit.data.ts'
import { bookBulkRouter } from './bulk.router.server.ts'
import type { Bulk, BulkInput, BulkRow, bulkMoveSchema, bulkRowsInputSchema } from './bulk.schema.ts'

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

const listRows = createServerFn({ method: 'GET' })
  .validator((input: z.input<typeof bulkRowsInputSchema>) => input)
  .handler(({ data }) => callProcedure(bookBulkRouter.rows, data))

export type BulkResult = BulkRow['result'] | 'kept'

/** The books of a change with a result, page by page; read anew in each `state` of the change. */
export const bulkRowsQuery = ({ id, state }: Pick<Bulk, 'id' | 'state'>, result: BulkResult) =>
  infiniteQueryOptions({
    queryKey: ['bulk', 'rows', id, state, result],
    queryFn: ({ pageParam, signal }) =>
      listRows({ data: { id, result, ...(pageParam !== '' && { cursor: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: Infinity,
  })

/** Milliseconds between looks at a change that runs. */
const POLL = 400

/** A change with its progress; when it ends, what shows books is refetched. */
export function useBulk(id: string) {
  const refresh = useRefreshBooks()
  return useQuery({
    queryKey: ['bulk', id],
    queryFn: async ({ signal }) => {
      const bulk = await getBulk({ data: { id }, signal })
      if (bulk.state !== 'running') await refresh()
      return bulk
    },
    refetchInterval: ({ state }) => (state.data === undefined || state.data.state === 'running' ? POLL : false),
    refetchOnWindowFocus: 'always',
    staleTime: Infinity,
  })
}

const CURRENT = queryOptions<string | null>({
  queryKey: ['bulk', 'current'],
  queryFn: skipToken,
  initialData: null,
  staleTime: Infinity,
  gcTime: Infinity,
})

/** The id of the change that was started last, until its result is closed: it goes on while other pages are shown. */
export function useCurrentBulk(): [string | null, (id: string | null) => void] {
  const queryClient = useQueryClient()
  return [useQuery(CURRENT).data ?? null, (id) => void queryClient.setQueryData(CURRENT.queryKey, id)]
}
