import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import type * as z from 'zod/mini'
import { growingQuery } from '#base/lib/list/growing-query.ts'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import type { Import } from '#exchange/import/import.schema.ts'
import { classListRouter } from './class-list.router.server.ts'
import type { classListChangeSchema, classListRowsInputSchema } from './class-list.schema.ts'

type RowsInput = z.input<typeof classListRowsInputSchema>
export type ClassListChange = Omit<z.input<typeof classListChangeSchema>, 'id'>

const getClassList = createServerFn({ method: 'GET' })
  .validator((input: { id: string }) => input)
  .handler(({ data }) => callProcedure(classListRouter.get, data))

const listClassListRows = createServerFn({ method: 'GET' })
  .validator((input: RowsInput) => input)
  .handler(({ data }) => callProcedure(classListRouter.rows, data))

/** Corrects how a waiting list is read, and what it does. FILE_REFUSED, IMPORT_STATE. */
export const changeClassList = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof classListChangeSchema>) => input)
  .handler(({ data }) => callProcedure(classListRouter.change, data))

/** What a class list shows beside its import. NOT_FOUND. */
export const classListQuery = ({ id }: Pick<Import, 'id'>) =>
  queryOptions({ queryKey: ['import', 'class-list', id], queryFn: () => getClassList({ data: { id } }) })

export type ClassListRowFilter = NonNullable<RowsInput['result']> | 'all'

const PAGE = 50

/** The rows of a list, page by page. Loaded again when the state of the import differs. */
export const classListRowsQuery = ({ id, state }: Pick<Import, 'id' | 'state'>, filter: ClassListRowFilter) =>
  growingQuery(['import', 'rows', id, state, filter], async (page) => {
    const result = filter === 'all' ? {} : { result: filter }
    return { ...(await listClassListRows({ data: { id, ...result, limit: PAGE, ...page } })), total: null }
  })

/** Fetches a list, its import and its rows again. */
export function useRefreshClassList(id: string) {
  const queryClient = useQueryClient()
  return () =>
    Promise.all(
      [
        ['import', 'class-list', id],
        ['import', 'get', id],
        ['import', 'rows', id],
      ].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
    )
}
