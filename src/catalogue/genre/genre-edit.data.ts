import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import type * as z from 'zod/mini'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import { useRefresh } from '#base/ui/use-refresh.ts'
import { genreEditRouter } from './genre-edit.router.server.ts'
import type { genreChangeSchema, genreInputSchema, genreMergeSchema, genreRemovalSchema } from './genre-edit.schema.ts'
import { genresQuery } from './genre.data.ts'
import type { CountedGenre } from './genre.schema.ts'

const listNamedGenres = createServerFn({ method: 'GET' }).handler(() =>
  callProcedure(genreEditRouter.listNamed, undefined),
)

/** Every genre with its names in all languages. */
export const namedGenresQuery = queryOptions({
  queryKey: ['genre', 'named'],
  queryFn: () => listNamedGenres(),
  staleTime: 60_000,
})

/** Adds a genre. Throws GENRE_TAKEN at `name` or `names.fr`. */
export const createGenre = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof genreInputSchema>) => input)
  .handler(({ data }) => callProcedure(genreEditRouter.create, data))

/** Changes the given fields of a genre. GENRE_TAKEN at `name` or `names.fr`; NOT_FOUND. */
export const updateGenre = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof genreChangeSchema>) => input)
  .handler(({ data }) => callProcedure(genreEditRouter.update, data))

/** Deletes a genre and moves its books as `moveTo` says. GENRE_HAS_BOOKS without it; GENRE_SAME, NOT_FOUND. */
export const removeGenre = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof genreRemovalSchema>) => input)
  .handler(({ data }) => callProcedure(genreEditRouter.remove, data))

/** Merges a genre into another, which gets its books. GENRE_SAME and VALIDATION_ERROR at `into`; NOT_FOUND. */
export const mergeGenre = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof genreMergeSchema>) => input)
  .handler(({ data }) => callProcedure(genreEditRouter.merge, data))

/** Adds the usual genres that are missing; returns how many. */
export const addUsualGenres = createServerFn({ method: 'POST' }).handler(() =>
  callProcedure(genreEditRouter.addUsual, undefined),
)

/** Refetches what shows genres after a change; an added one is put into the list at once. */
export function useRefreshGenres() {
  const queryClient = useQueryClient()
  const refresh = useRefresh('genre')
  return (added?: CountedGenre) => {
    if (added) queryClient.setQueryData(genresQuery.queryKey, (list) => list && [...list, added])
    return refresh()
  }
}
