import type { QueryClient } from '@tanstack/react-query'
import { genresQuery } from '#features/genre/genre.data.ts'
import { genreWord } from '#features/genre/shared/genre-word.ts'
import type { Genre } from '#features/genre/genre.schema.ts'
import { m } from '#i18n/paraglide/messages.js'
import { NO_AUTHOR, NO_PUBLISHER } from '../search/book-search.schema.ts'
import type { ShelfSearch } from './shelf-search.schema.ts'

type Narrowed = Pick<ShelfSearch, 'genreId' | 'author' | 'publisher'>

/** The page title of a list: a genre's name alone would not say that it is about books. */
export function shelfTitle(narrowed: Narrowed, queryClient: QueryClient): string {
  const genres = queryClient.getQueryData(genresQuery.queryKey) ?? []
  const heading = shelfHeading(narrowed, genres)
  if (heading === undefined) return m.books_page_title()
  return (narrowed.author ?? narrowed.publisher) ? heading : `${heading} · ${m.books_page_title()}`
}

/** The filters of a list as a heading; undefined for all books. */
export function shelfHeading({ genreId, author, publisher }: Narrowed, genres: readonly Genre[]): string | undefined {
  const genre = genres.find(({ id }) => id === genreId)
  const parts: string[] = []
  if (author !== undefined) parts.push(author === NO_AUTHOR ? m.book_unknown_author() : m.books_by({ author }))
  if (publisher !== undefined)
    parts.push(publisher === NO_PUBLISHER ? m.books_publisher_none() : m.books_published_by({ publisher }))
  if (genre) parts.push(genreWord(genre))
  return parts.length === 0 ? undefined : parts.join(' · ')
}
