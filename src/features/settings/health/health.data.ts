import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { callProcedure } from '#rpc/call-procedure.server.ts'
import { healthRouter } from './health.router.server.ts'

const examineLibrary = createServerFn({ method: 'GET' }).handler(() => callProcedure(healthRouter.examine, undefined))

/** What is wrong or unwise. It takes some seconds, so the page is shown before. */
export const healthQuery = queryOptions({
  queryKey: ['settings', 'health'],
  queryFn: () => examineLibrary(),
  // Looked at when it is asked for: all tables are read.
  refetchOnWindowFocus: false,
})

/** Where the browser gets the report for help. */
export const HELP_REPORT_URL = '/api/v1/help-report'
