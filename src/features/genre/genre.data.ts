import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { withOfflineFallback } from '#features/offline/offline-fallback.data.ts'
import { callProcedure } from '#rpc/call-procedure.server.ts'
import { genreRouter } from './genre.router.server.ts'

const listGenres = createServerFn({ method: 'GET' }).handler(async () => {
  const { items } = await callProcedure(genreRouter.list, undefined)
  return items
})

/** Every genre with the number of its books. */
export const genresQuery = queryOptions({
  queryKey: ['genre', 'list'],
  queryFn: () =>
    withOfflineFallback(
      () => listGenres(),
      (catalogue) => catalogue.genres,
    ),
  staleTime: 5 * 60_000,
})
