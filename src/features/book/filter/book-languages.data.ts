import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { withOfflineFallback } from '#features/offline/offline-fallback.data.ts'
import { callProcedure } from '#rpc/call-procedure.server.ts'
import { bookRouter } from '../book.router.server.ts'

const listBookLanguages = createServerFn({ method: 'GET' }).handler(() =>
  callProcedure(bookRouter.listLanguages, undefined),
)

/** The languages that books have, as codes. */
export const bookLanguagesQuery = queryOptions({
  queryKey: ['book', 'languages'],
  queryFn: ({ signal }) =>
    withOfflineFallback(
      () => listBookLanguages({ signal }),
      (catalogue) => catalogue.languages(),
    ),
  staleTime: 60_000,
})
