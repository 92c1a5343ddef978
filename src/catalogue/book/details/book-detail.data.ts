import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import { bookDetailRouter } from './book-detail.router.server.ts'
import type { ReaderDetailInput } from './book-detail.schema.ts'

const listReaderDetails = createServerFn({ method: 'GET' }).handler(() =>
  callProcedure(bookDetailRouter.listForReaders, undefined),
)

/** Shows the details of a name to readers, or hides them. */
export const setReaderDetail = createServerFn({ method: 'POST' })
  .validator((input: ReaderDetailInput) => input)
  .handler(({ data }) => callProcedure(bookDetailRouter.setForReaders, data))

/** The names of details that readers see, folded; for those who may change books. */
export const readerDetailsQuery = queryOptions({
  queryKey: ['book', 'readerDetails'],
  queryFn: ({ signal }) => listReaderDetails({ signal }),
  staleTime: 10_000,
})
