import { queryOptions, useSuspenseQuery, type QueryClient } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { withOfflineFallback } from '#kit/offline/offline-fallback.data.ts'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import { genreRouter } from './genre.router.server.ts'
import type { CountedGenre, Genre } from './genre.schema.ts'
import { offlineGenres } from './shared/offline-genres.ts'

/** As a choice: a catalogue that is read offline has no versions. */
type GenreChoice = Omit<CountedGenre, 'version'>

const listGenres = createServerFn({ method: 'GET' }).handler(async () => {
  const { items } = await callProcedure(genreRouter.list, undefined)
  return items
})

const listUsedGenres = createServerFn({ method: 'GET' }).handler(async () => {
  const { items } = await callProcedure(genreRouter.list, undefined)
  return items.filter(hasBooks)
})

const hasBooks = ({ bookCount }: GenreChoice): boolean => bookCount > 0

/** Every genre with the number of its books. */
export const genresQuery = queryOptions({
  queryKey: ['genre', 'list'],
  queryFn: () =>
    withOfflineFallback<{ genres: GenreChoice[] }, GenreChoice[]>(
      offlineGenres,
      () => listGenres(),
      (catalogue) => catalogue.genres,
    ),
  staleTime: 5 * 60_000,
})

/** The genres that have books, for readers: a library begins with many that have none, which each page would carry. */
export const usedGenresQuery = queryOptions({
  queryKey: ['genre', 'used'],
  queryFn: () =>
    withOfflineFallback<{ genres: GenreChoice[] }, GenreChoice[]>(
      offlineGenres,
      () => listUsedGenres(),
      (catalogue) => catalogue.genres.filter(hasBooks),
    ),
  staleTime: 5 * 60_000,
})

/** Loads the genres that a reader's page names: those that have books, and all of them where the chosen one has none. */
export async function loadReaderGenres(queryClient: QueryClient, chosen: string | undefined): Promise<void> {
  const used = await queryClient.query(usedGenresQuery)
  if (isMissing(used, chosen)) await queryClient.query(genresQuery)
}

/** The genres that `loadReaderGenres` has loaded. */
export function useReaderGenres(chosen?: string): GenreChoice[] {
  const { data: used } = useSuspenseQuery(usedGenresQuery)
  return useSuspenseQuery(isMissing(used, chosen) ? genresQuery : usedGenresQuery).data
}

/** As `useReaderGenres`, of what is loaded. */
export function readerGenres(queryClient: QueryClient, chosen: string | undefined): GenreChoice[] {
  const used = queryClient.getQueryData(usedGenresQuery.queryKey) ?? []
  return isMissing(used, chosen) ? (queryClient.getQueryData(genresQuery.queryKey) ?? used) : used
}

const isMissing = (genres: readonly Genre[], chosen: string | undefined): boolean =>
  chosen !== undefined && !genres.some(({ id }) => id === chosen)
