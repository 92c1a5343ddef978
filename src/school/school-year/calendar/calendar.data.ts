import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import type * as z from 'zod/mini'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import { calendarRouter } from './calendar.router.server.ts'
import type { calendarInputSchema } from './calendar.schema.ts'

type CalendarChange = z.input<typeof calendarInputSchema>

const getCalendar = createServerFn({ method: 'GET' }).handler(() => callProcedure(calendarRouter.get, undefined))

// The days of a file are too many for an address.
const previewCalendar = createServerFn({ method: 'POST' })
  .validator((input: CalendarChange) => input)
  .handler(({ data }) => callProcedure(calendarRouter.preview, data))

/** Closes the library on days, and moves what would be due then. VALIDATION_ERROR at `from` and `to`. */
export const saveCalendar = createServerFn({ method: 'POST' })
  .validator((input: CalendarChange) => input)
  .handler(({ data }) => callProcedure(calendarRouter.apply, data))

/** Opens the library on days again. */
export const reopenDays = createServerFn({ method: 'POST' })
  .validator((input: { from: string; to: string }) => input)
  .handler(({ data }) => callProcedure(calendarRouter.open, data))

/** The whole days of a calendar file. VALIDATION_ERROR at `text`. */
export const sendCalendarFile = createServerFn({ method: 'POST' })
  .validator((input: { text: string }) => input)
  .handler(({ data }) => callProcedure(calendarRouter.readFile, data))

// Their keys begin as those of borrowers, so that whatever changes a loan refreshes them.

/** The closed days. */
export const calendarQuery = queryOptions({
  queryKey: ['borrower', 'calendar', 'saved'],
  queryFn: () => getCalendar(),
  staleTime: 0,
})

/** Which due days another calendar would move. */
export const calendarPreviewQuery = (input: CalendarChange) =>
  queryOptions({
    queryKey: ['borrower', 'calendar', 'preview', input],
    queryFn: () => previewCalendar({ data: input }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  })
