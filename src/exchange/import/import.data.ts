import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import type * as z from 'zod/mini'
import { growingQuery } from '#base/lib/list/growing-query.ts'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import { importRouter } from './import.router.server.ts'
import type { Import, importRowsInputSchema } from './import.schema.ts'

// The queries of the routes, which are part of the first download of every page; the rest is in `import-edit.data.ts`.

type RowsInput = z.input<typeof importRowsInputSchema>

const listImports = createServerFn({ method: 'GET' }).handler(() => callProcedure(importRouter.list, undefined))

const getImport = createServerFn({ method: 'GET' })
  .validator((input: { id: string }) => input)
  .handler(({ data }) => callProcedure(importRouter.get, data))

const listImportRows = createServerFn({ method: 'GET' })
  .validator((input: RowsInput) => input)
  .handler(({ data }) => callProcedure(importRouter.rows, data))

/** The last imports. */
export const importsQuery = queryOptions({ queryKey: ['import', 'list'], queryFn: () => listImports() })

/** One import. NOT_FOUND. */
export const importQuery = (id: string) =>
  queryOptions({ queryKey: ['import', 'get', id], queryFn: () => getImport({ data: { id } }) })

export type RowFilter = NonNullable<RowsInput['result']> | 'all'

const PAGE = 50

/** The rows of an import, page by page. Loaded again when the state of the import differs. */
export const importRowsQuery = ({ id, state }: Pick<Import, 'id' | 'state'>, filter: RowFilter) =>
  growingQuery(['import', 'rows', id, state, filter], async (page) => {
    const result = filter === 'all' ? {} : { result: filter }
    return { ...(await listImportRows({ data: { id, ...result, limit: PAGE, ...page } })), total: null }
  })
