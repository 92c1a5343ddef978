import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import type * as z from 'zod/mini'
import { growingQuery } from '#lib/growing-query.ts'
import { callProcedure } from '#rpc/call-procedure.server.ts'
import { importRouter } from './import.router.server.ts'
import type { Import, importChangeSchema, importRowsInputSchema, ImportMove, ImportState } from './import.schema.ts'

type RowsInput = z.input<typeof importRowsInputSchema>

const listImports = createServerFn({ method: 'GET' }).handler(() => callProcedure(importRouter.list, undefined))

const getImport = createServerFn({ method: 'GET' })
  .validator((input: { id: string }) => input)
  .handler(({ data }) => callProcedure(importRouter.get, data))

const listImportRows = createServerFn({ method: 'GET' })
  .validator((input: RowsInput) => input)
  .handler(({ data }) => callProcedure(importRouter.rows, data))

/** Corrects how a waiting import is read, and what it does. FILE_REFUSED, IMPORT_STATE. */
export const correctImport = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof importChangeSchema>) => input)
  .handler(({ data }) => callProcedure(importRouter.change, data))

/** Looks for similar books; `similar` of the import is their number then. */
const compareImport = createServerFn({ method: 'POST' })
  .validator((input: { id: string }) => input)
  .handler(({ data }) => callProcedure(importRouter.compare, data))

/** Starts, pauses, resumes, stops or undoes an import; discards one that waits. IMPORT_STATE. */
export const moveImport = createServerFn({ method: 'POST' })
  .validator((input: { id: string; to: ImportMove }) => input)
  .handler(({ data }) => callProcedure(importRouter.move, data))

/** Milliseconds between looks at an import that runs, and at one that somebody else may move. */
const RUNNING = 1000
const RESTING = 15_000
const intervalOf = (states: readonly ImportState[]): number => (states.includes('running') ? RUNNING : RESTING)

const LIST_KEY = ['import', 'list']
const rowsKey = (id: string) => ['import', 'rows', id]

/** The last imports; looked at again each second while one runs. */
export const importsQuery = queryOptions({
  queryKey: LIST_KEY,
  queryFn: () => listImports(),
  refetchInterval: ({ state }) => intervalOf(state.data?.items.map((one) => one.state) ?? []),
})

export const importQuery = (id: string) =>
  queryOptions({ queryKey: ['import', 'get', id], queryFn: () => getImport({ data: { id } }) })

/** The same, looked at again while the page is seen: each second while it runs. */
export const watchedImportQuery = (id: string) =>
  queryOptions({
    ...importQuery(id),
    refetchInterval: ({ state }) => (state.data ? intervalOf([state.data.state]) : false),
    // The next look comes by itself.
    retry: false,
  })

export type RowFilter = NonNullable<RowsInput['result']> | 'all'

const PAGE = 50

/** The rows of an import, page by page; other ones once its state is another. */
export const importRowsQuery = ({ id, state }: Pick<Import, 'id' | 'state'>, filter: RowFilter) =>
  growingQuery([...rowsKey(id), state, filter], async (page) => {
    const result = filter === 'all' ? {} : { result: filter }
    return { ...(await listImportRows({ data: { id, ...result, limit: PAGE, ...page } })), total: null }
  })

/** Looks for similar books once the preview is there. */
export const similarQuery = ({ id, columns, shape }: Pick<Import, 'id' | 'columns' | 'shape'>) => ({
  queryKey: ['import', 'similar', id, columns, shape],
  queryFn: () => compareImport({ data: { id } }),
})

/** Takes over an import as the server has answered it. Its rows are fetched again. */
export function useSetImport() {
  const queryClient = useQueryClient()
  return (next: Import) => {
    queryClient.setQueryData(importQuery(next.id).queryKey, next)
    return queryClient.invalidateQueries({ queryKey: rowsKey(next.id) })
  }
}

/** Fetches an import and the list of imports again. */
export function useRefreshImport(id: string) {
  const queryClient = useQueryClient()
  return () =>
    Promise.all(
      [importQuery(id).queryKey, LIST_KEY].map((queryKey) => queryClient.invalidateQueries({ queryKey, exact: true })),
    )
}
