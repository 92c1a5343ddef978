import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import { bookRouter } from '../book.router.server.ts'

const getImportedFrom = createServerFn({ method: 'GET' })
  .validator((input: { importId: string }) => input)
  .handler(({ data }) => callProcedure(bookRouter.importedFrom, data))

/** The name of the file that an import brought its books from; null for an unknown import. */
export const importedFromQuery = (importId: string) =>
  queryOptions({
    queryKey: ['import', 'from', importId],
    queryFn: () => getImportedFrom({ data: { importId } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
