import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { useEffect, useRef } from 'react'
import type * as z from 'zod/mini'
import { growingQuery, totalQuery } from '#base/lib/list/growing-query.ts'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import { useRefresh } from '#base/ui/use-refresh.ts'
import { duplicateRouter } from './duplicate.router.server.ts'
import type { Dismissal, duplicateListInputSchema, DuplicateState, mergeInputSchema } from './duplicate.schema.ts'

const listDuplicateGroups = createServerFn({ method: 'GET' })
  .validator((input: z.input<typeof duplicateListInputSchema>) => input)
  .handler(({ data }) => callProcedure(duplicateRouter.list, data))

const getDuplicateState = createServerFn({ method: 'GET' }).handler(() =>
  callProcedure(duplicateRouter.state, undefined),
)

const listDuplicatesOf = createServerFn({ method: 'GET' })
  .validator((input: { id: string }) => input)
  .handler(({ data }) => callProcedure(duplicateRouter.ofBook, data))

const listMergesOf = createServerFn({ method: 'GET' })
  .validator((input: { id: string }) => input)
  .handler(({ data }) => callProcedure(duplicateRouter.mergesOfBook, data))

/** Compares all books anew, in the background. */
export const compareAllBooks = createServerFn({ method: 'POST' }).handler(() =>
  callProcedure(duplicateRouter.compareAll, undefined),
)

/** Remembers that a book is not the same as others. */
export const dismissDuplicates = createServerFn({ method: 'POST' })
  .validator((input: Dismissal) => input)
  .handler(({ data }) => callProcedure(duplicateRouter.dismiss, data))

/** Takes back that a book is not the same as others. */
export const restoreDuplicates = createServerFn({ method: 'POST' })
  .validator((input: Dismissal) => input)
  .handler(({ data }) => callProcedure(duplicateRouter.restore, data))

/** Merges books into one of them. CONFLICT, NOT_FOUND, BOOK_TAKEN. */
export const mergeDuplicates = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof mergeInputSchema>) => input)
  .handler(({ data }) => callProcedure(duplicateRouter.merge, data))

/** Takes a merge apart. SPLIT_TAKEN, MERGED_AGAIN, NOT_FOUND. */
export const splitMerge = createServerFn({ method: 'POST' })
  .validator((input: { mergeId: string }) => input)
  .handler(({ data }) => callProcedure(duplicateRouter.split, data))

const LIST_KEY = ['duplicate', 'list']

/** The groups of books that may be the same, page by page. */
export const duplicateGroupsQuery = growingQuery(LIST_KEY, (page, signal) =>
  listDuplicateGroups({ data: page, ...(signal && { signal }) }),
)

/** The groups that a book is in; of no book none. */
export const duplicateGroupsOfQuery = (bookId: string | undefined) =>
  queryOptions({
    queryKey: [...LIST_KEY, 'of', bookId],
    queryFn: async ({ signal }) =>
      bookId === undefined ? [] : (await listDuplicateGroups({ data: { bookId }, signal })).items,
  })

/** The number of all groups of books that may be the same. */
export const duplicateGroupsTotalQuery = totalQuery(LIST_KEY, (signal) => getDuplicateState({ signal }))

/** Milliseconds between polls while all books are compared, and otherwise. */
const RUNNING = 1000
const RESTING = 30_000

/** The number of groups and the state of the comparison of all books. */
export const duplicateStateQuery = queryOptions({
  queryKey: ['duplicate', 'state'],
  queryFn: ({ signal }) => getDuplicateState({ signal }),
  refetchInterval: ({ state }) => (state.data?.run?.isRunning === false ? RESTING : RUNNING),
})

/** The books that may be the same as one. */
export const duplicatesOfQuery = (id: string) =>
  queryOptions({
    queryKey: ['duplicate', 'of', id],
    queryFn: ({ signal }) => listDuplicatesOf({ data: { id }, signal }),
    retry: false,
  })

/** The merges of which a book is the result. */
export const mergesOfQuery = (id: string) =>
  queryOptions({
    queryKey: ['duplicate', 'merges', id],
    queryFn: ({ signal }) => listMergesOf({ data: { id }, signal }),
    retry: false,
  })

/** Refetches the groups when a comparison has ended, or another one in the background has changed their number. */
export function useRefreshWhenFound({ total, run }: DuplicateState): void {
  const queryClient = useQueryClient()
  const found = `${total} ${run?.finishedAt?.getTime()}`
  const last = useRef(found)
  useEffect(() => {
    if (last.current === found) return
    last.current = found
    void queryClient.invalidateQueries({ queryKey: LIST_KEY })
  }, [queryClient, found])
}

/** Refetches what shows duplicates, and books, after a merge or its undo. */
export function useRefreshDuplicates() {
  const queryClient = useQueryClient()
  const refreshBooks = useRefresh('book')
  return (hasChangedBooks = true) =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ['duplicate'] }),
      hasChangedBooks ? refreshBooks() : queryClient.invalidateQueries({ queryKey: ['dashboard'] }),
    ])
}
