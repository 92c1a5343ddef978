import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import { importLookupRouter } from './import-lookup.router.server.ts'

interface Fields {
  fields: string[]
}

const countLookup = createServerFn({ method: 'GET' })
  .validator((input: Fields) => input)
  .handler(({ data }) => callProcedure(importLookupRouter.count, data))

/** Begins to look up the books that have an ISBN and lack one of these fields. IMPORT_STATE when there are none. */
export const startImportLookup = createServerFn({ method: 'POST' })
  .validator((input: Fields) => input)
  .handler(({ data }) => callProcedure(importLookupRouter.start, data))

/** How many books that would be, and who would be asked about them. */
export const lookupCountQuery = (fields: string[]) =>
  queryOptions({
    queryKey: ['import', 'lookup', fields],
    queryFn: ({ signal }) => countLookup({ data: { fields }, signal }),
    placeholderData: keepPreviousData,
  })
