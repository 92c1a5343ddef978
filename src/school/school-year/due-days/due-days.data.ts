import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import { dueDaysRouter } from './due-days.router.server.ts'
import type { DueDaysInput } from './due-days.schema.ts'

const previewDueDays = createServerFn({ method: 'GET' })
  .validator((input: DueDaysInput) => input)
  .handler(({ data }) => callProcedure(dueDaysRouter.preview, data))

/** Gives loans one due day. VALIDATION_ERROR at `dueOn`. */
export const setDueDays = createServerFn({ method: 'POST' })
  .validator((input: DueDaysInput) => input)
  .handler(({ data }) => callProcedure(dueDaysRouter.apply, data))

const findLastDueDays = createServerFn({ method: 'GET' }).handler(() => callProcedure(dueDaysRouter.last, undefined))

/** Takes a change of due days, or of the calendar, back. BULK_STATE. */
export const undoDueDays = createServerFn({ method: 'POST' })
  .validator((input: { id: string }) => input)
  .handler(({ data }) => callProcedure(dueDaysRouter.undo, data))

// Their keys begin as those of borrowers, so that whatever changes a loan refreshes them.

/** What one due day would do. */
export const dueDaysPreviewQuery = (input: DueDaysInput) =>
  queryOptions({
    queryKey: ['borrower', 'due-days', 'preview', input],
    queryFn: () => previewDueDays({ data: input }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  })

/** The last change of due days that was not taken back. */
export const lastDueDaysQuery = queryOptions({
  queryKey: ['borrower', 'due-days', 'last'],
  queryFn: () => findLastDueDays(),
  staleTime: 0,
})
