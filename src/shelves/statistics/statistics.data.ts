import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import { readStatisticsYear } from './statistics-year.schema.ts'
import { statisticsRouter } from './statistics.router.server.ts'
import type { StatisticsInput } from './statistics.schema.ts'

const getStatistics = createServerFn({ method: 'GET' })
  .validator((input: StatisticsInput) => input)
  // What is no year in an address is as none.
  .handler(({ data: { year = '' } }) => callProcedure(statisticsRouter.get, { year: readStatisticsYear(year)?.id }))

const getMonthFigures = createServerFn({ method: 'GET' }).handler(() =>
  callProcedure(statisticsRouter.month, undefined),
)

/** What was lent in a year. Read anew when the desk has done something. */
export const statisticsQuery = (input: StatisticsInput) =>
  queryOptions({
    queryKey: ['desk', 'statistics', input],
    queryFn: () => getStatistics({ data: input }),
    placeholderData: keepPreviousData,
  })

/** Loans of this month, beside the same month of last year. */
export const monthFiguresQuery = queryOptions({
  queryKey: ['desk', 'month-figures'],
  queryFn: () => getMonthFigures(),
})
