import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import { healthRouter } from './health.router.server.ts'

const examineLibrary = createServerFn({ method: 'GET' }).handler(() => callProcedure(healthRouter.examine, undefined))

/** Says that the date of the server is right. */
export const confirmDate = createServerFn({ method: 'POST' }).handler(() =>
  callProcedure(healthRouter.confirmDate, undefined),
)

/** What is wrong or unwise. It takes some seconds, so the page is shown before. */
export const healthQuery = queryOptions({
  queryKey: ['settings', 'health'],
  queryFn: () => examineLibrary(),
  // Not examined anew when the window gets the focus: an examination reads all tables.
  refetchOnWindowFocus: false,
})

/** Where the browser gets the report for help. */
export const HELP_REPORT_URL = '/api/v1/help-report'
