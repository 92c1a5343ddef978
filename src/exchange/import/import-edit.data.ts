import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import type * as z from 'zod/mini'
import { now } from '#base/lib/clock.ts'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import { importQuery, importsQuery } from './import.data.ts'
import { importRouter } from './import.router.server.ts'
import type { Import, importChangeSchema, ImportMove, SeenImport } from './import.schema.ts'

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
  .validator((input: { id: string; to: ImportMove; seen?: SeenImport | string }) => input)
  .handler(({ data }) => callProcedure(importRouter.move, data))

/** How many books an undo would move to the trash, restore and keep. */
export const fetchExpectedUndo = createServerFn({ method: 'GET' })
  .validator((input: { id: string }) => input)
  .handler(({ data }) => callProcedure(importRouter.expectedUndo, data))

/** Makes a new import, which waits, of the file of one that was undone. Returns its id. NOT_FOUND, FILE_REFUSED. */
export const repeatImport = createServerFn({ method: 'POST' })
  .validator((input: { id: string }) => input)
  .handler(({ data }) => callProcedure(importRouter.again, data))

/** Milliseconds between polls of a running import, and of one that someone else may start or undo. */
const RUNNING = 1000
const RESTING = 15_000
/** Milliseconds between polls of a look-up: a book takes seconds, and a source is waited for up to a day. */
const LOOKING_UP = 5000
const SOURCE_AWAY = 30_000

/** Milliseconds until an import is polled again. */
export function intervalOf({
  state,
  isLookingUp,
  lookup,
}: Pick<Import, 'state' | 'isLookingUp'> & Partial<Pick<Import, 'lookup'>>): number {
  if (state !== 'running') return RESTING
  if (!isLookingUp) return RUNNING
  // At the end of the wait for a source the look-up goes on: polled then.
  return lookup?.wait
    ? Math.min(SOURCE_AWAY, Math.max(LOOKING_UP, lookup.wait.until.getTime() - now().getTime()))
    : LOOKING_UP
}

// The two watched queries do not retry, since the next poll follows anyway.

/** The last imports, polled while the page is visible: each second while one is written. */
export const watchedImportsQuery = queryOptions({
  ...importsQuery,
  refetchInterval: ({ state }) => Math.min(RESTING, ...(state.data?.items ?? []).map(intervalOf)),
  retry: false,
})

/** One import, polled while the page is visible. */
export const watchedImportQuery = (id: string) =>
  queryOptions({
    ...importQuery(id),
    refetchInterval: ({ state }) => (state.data ? intervalOf(state.data) : false),
    retry: false,
  })

/**
 * Looks for similar books once the preview is there, and puts their number into the cached import. Never kept: another
 * reading of the file, and the same one later, are compared again.
 */
export const similarQuery = ({ id, columns, shape, choices }: Pick<Import, 'id' | 'columns' | 'shape' | 'choices'>) =>
  queryOptions({
    queryKey: ['import', 'similar', id, columns, shape, choices],
    queryFn: async ({ client, signal }) => {
      const { similar } = await compareImport({ data: { id }, signal })
      client.setQueryData(importQuery(id).queryKey, (item) => item && { ...item, similar })
      await client.invalidateQueries({ queryKey: ['import', 'rows', id] })
      return similar
    },
    gcTime: 0,
    retry: false,
  })

/** Puts an import from an answer of the server into the cache, and refetches its rows. */
export function useSetImport() {
  const queryClient = useQueryClient()
  return (next: Import) => {
    queryClient.setQueryData(importQuery(next.id).queryKey, next)
    return queryClient.invalidateQueries({ queryKey: ['import', 'rows', next.id] })
  }
}

/** Fetches an import and the list of imports again. */
export function useRefreshImport(id: string) {
  const queryClient = useQueryClient()
  return () =>
    Promise.all(
      [importQuery(id).queryKey, importsQuery.queryKey].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey, exact: true }),
      ),
    )
}
