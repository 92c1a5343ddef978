import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { callProcedure } from '#rpc/call-procedure.server.ts'
import { overdueRouter } from './overdue.router.server.ts'

const listOverdue = createServerFn({ method: 'GET' }).handler(() => callProcedure(overdueRouter.list, undefined))

/** The late loans by class. Read anew when the desk has done something. */
export const overdueQuery = queryOptions({ queryKey: ['desk', 'overdue'], queryFn: () => listOverdue() })
