import type { QueryClient } from '@tanstack/react-query'
import { readerGenres } from '#catalogue/genre/genre.data.ts'
import { genreWord } from '#catalogue/genre/genre-name.words.ts'
import type { Genre } from '#catalogue/genre/genre.schema.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { mayHaveOfflineCatalogue } from '#kit/offline/shared/offline-mark.ts'
import { searchProblem } from '#base/lib/list/list-input.ts'
import { booksQuery, similarBooksQuery, wantsSimilar } from '../book.data.ts'
import { formatLanguage, formatYear } from '#base/i18n/format.ts'
import { NO_AUTHOR, NO_PUBLISHER, type SharedFilters } from '../search/book-search.schema.ts'
import { offlineBooks } from '../shared/offline-books.ts'
import { readReaderSearch, type ReaderSearch } from './reader-search.schema.ts'

/** The page title of a list: the words of a search, then the filters. A genre's name alone would not say that it is about books. */
export function listTitle(params: SharedFilters & { searchTerm: string }, queryClient: QueryClient): string {
  const genres = readerGenres(queryClient, params.genreId)
  const searchTerm = params.searchTerm.trim()
  const heading = listHeading(params, genres)
  const parts = [searchTerm && m.books_title_search({ searchTerm }), heading]
  if (!heading || (params.author ?? params.publisher) === undefined) parts.push(m.books_page_title())
  return parts.filter(Boolean).join(' · ')
}

/** What of a list is known without a connection: not what is on the shelf, which the address keeps until there is one again. */
export const knownOffline = (params: ReaderSearch): ReaderSearch =>
  params.availability !== undefined && mayHaveOfflineCatalogue() ? { ...params, availability: undefined } : params

/** Loads the beginning of a list, and for a search without hits the similar books that are then shown alone. */
export async function loadReaderList(
  queryClient: QueryClient,
  { filter, position }: ReturnType<typeof readReaderSearch>,
): Promise<void> {
  const { pages } = await queryClient.infiniteQuery({ ...booksQuery(filter, position), staleTime: 'static' })
  if (pages[0]?.items.length === 0 && wantsSimilar(filter, 0, false))
    await queryClient.query(similarBooksQuery(filter)).catch(() => undefined)
}

/** Loads the hits of a search on the home page, unless those of the offline catalogue are shown until they come. */
export async function loadHomeHits(queryClient: QueryClient, params: ReaderSearch): Promise<void> {
  const search = readReaderSearch(params)
  if (search.filter.searchTerm === '' || searchProblem(params.searchTerm) !== undefined) return
  const hasOffline = typeof document !== 'undefined' && (await offlineBooks.open()) !== undefined
  if (!hasOffline) await loadReaderList(queryClient, search)
}

/** The filters of a list as a heading; undefined for all books. */
export function listHeading(filters: SharedFilters, genres: readonly Genre[]): string | undefined {
  const { genreId, author, publisher, language, yearFrom, yearTo, subject, series, availability } = filters
  const genre = genres.find(({ id }) => id === genreId)
  const hasYears = yearFrom !== undefined || yearTo !== undefined
  // In their order; a new filter does not compile without its words.
  const words = {
    author: author === NO_AUTHOR ? m.book_unknown_author() : author && m.books_by({ author }),
    publisher: publisher === NO_PUBLISHER ? m.books_publisher_none() : publisher && m.books_published_by({ publisher }),
    genreId: genre && genreWord(genre),
    series,
    subject,
    language: language && formatLanguage(language),
    yearFrom: hasYears ? yearsWord(yearFrom, yearTo) : undefined,
    // Said together with `yearFrom`.
    yearTo: undefined,
    availability: availability && m.own_on_shelf(),
  } satisfies Record<keyof SharedFilters, string | undefined>
  return Object.values(words).filter(Boolean).join(' · ') || undefined
}

/** Years in words: 1990–1999, From 1990, Until 1999, 1990. */
function yearsWord(from: number | undefined, to: number | undefined): string {
  const [first = '', last = ''] = [from, to].map((year) => (year === undefined ? undefined : formatYear(String(year))))
  if (to === undefined) return m.books_year_from({ year: first })
  if (from === undefined) return m.books_year_to({ year: last })
  return from === to ? first : `${first}–${last}`
}
