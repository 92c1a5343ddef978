import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import { yearEndRouter } from './year-end.router.server.ts'
import type { YearEndInput } from './year-end.schema.ts'

const previewYearEnd = createServerFn({ method: 'GET' }).handler(() => callProcedure(yearEndRouter.preview, undefined))

const listPupils = createServerFn({ method: 'GET' })
  .validator((input: { groupId: string }) => input)
  .handler(({ data }) => callProcedure(yearEndRouter.pupils, data))

const listOwingPupils = createServerFn({ method: 'GET' })
  .validator((input: { groupIds: string[] }) => input)
  .handler(({ data }) => callProcedure(yearEndRouter.owing, data))

/** Starts a year end. YEAR_END_CHANGED, VALIDATION_ERROR at `isAgain`. */
export const startYearEnd = createServerFn({ method: 'POST' })
  .validator((input: YearEndInput) => input)
  .handler(({ data }) => callProcedure(yearEndRouter.start, data))

/** Takes a year end back. BULK_STATE. */
export const undoYearEnd = createServerFn({ method: 'POST' })
  .validator((input: { id: string }) => input)
  .handler(({ data }) => callProcedure(yearEndRouter.undo, data))

const getYearEnd = createServerFn({ method: 'GET' })
  .validator((input: { id: string }) => input)
  .handler(({ data }) => callProcedure(yearEndRouter.get, data))

const listLeftAlone = createServerFn({ method: 'GET' })
  .validator((input: { id: string }) => input)
  .handler(({ data }) => callProcedure(yearEndRouter.rows, data))

// Their keys begin as those of borrowers, so that whatever changes a borrower refreshes them.

/** The classes with what is suggested for each, and the last year end. */
export const yearEndPreviewQuery = queryOptions({
  queryKey: ['borrower', 'year-end', 'preview'],
  queryFn: () => previewYearEnd(),
})

/** The borrowers of a class. */
export const pupilsQuery = (groupId: string) =>
  queryOptions({
    queryKey: ['borrower', 'year-end', 'pupils', groupId],
    queryFn: () => listPupils({ data: { groupId } }),
  })

/** Who of these classes has or owes books. */
export const owingPupilsQuery = (groupIds: string[]) =>
  queryOptions({
    queryKey: ['borrower', 'year-end', 'owing', groupIds],
    queryFn: () => listOwingPupils({ data: { groupIds } }),
    placeholderData: keepPreviousData,
  })

/** Milliseconds between two looks at a year end that runs. */
const POLL = 500

/** A year end with its progress. Runs `refresh` when it has ended. */
export const yearEndQuery = (id: string, refresh: () => Promise<unknown>) =>
  queryOptions({
    queryKey: ['year-end', id],
    queryFn: async () => {
      const found = await getYearEnd({ data: { id } })
      if (found.state !== 'running') await refresh()
      return found
    },
    refetchInterval: ({ state }) => (state.data === undefined || state.data.state === 'running' ? POLL : false),
    refetchOnWindowFocus: 'always',
    refetchOnMount: 'always',
    staleTime: Infinity,
  })

/** Whom a year end, or its undo, has left alone. */
export const leftAloneQuery = (id: string, state: string) =>
  queryOptions({ queryKey: ['year-end', id, 'left-alone', state], queryFn: () => listLeftAlone({ data: { id } }) })
