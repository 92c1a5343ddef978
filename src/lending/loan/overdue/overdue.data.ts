import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import { overdueRouter } from './overdue.router.server.ts'
import type { OverdueFilter } from './overdue.schema.ts'

const listOverdue = createServerFn({ method: 'GET' })
  .validator((input: OverdueFilter) => input)
  .handler(({ data }) => callProcedure(overdueRouter.list, data))

/** The late loans by class. Read anew when the desk has done something. */
export const overdueQuery = (filter: OverdueFilter) =>
  queryOptions({
    queryKey: ['desk', 'overdue', filter],
    queryFn: () => listOverdue({ data: filter }),
    placeholderData: keepPreviousData,
  })
