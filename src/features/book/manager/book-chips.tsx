import { m } from '#i18n/paraglide/messages.js'
import { NO_GENRE, NO_PUBLISHER } from '../search/book-search.schema.ts'
import type { FilterChip } from '#ui/list/filter-chips.tsx'
import {
  bookOrigins,
  GENRE_FILTER,
  ORIGIN_FILTER,
  PUBLISHER_FILTER,
  useGenreOptions,
  type BookListParams,
} from './book-filters.tsx'

/** What the list is narrowed to beside its search. */
export function useBookChips(
  { genreId, publisher, origin }: Pick<BookListParams, 'genreId' | 'publisher' | 'origin'>,
  onChange: (next: Partial<BookListParams>) => void,
): FilterChip[] {
  const genres = useGenreOptions()
  const chips: FilterChip[] = []
  if (genreId !== undefined) {
    const found = genres.find(({ value }) => value === genreId)
    const label = genreId === NO_GENRE ? m.books_genre_none() : (found?.label ?? m.book_genre())
    chips.push({ control: GENRE_FILTER, label, onRemove: () => onChange({ genreId: undefined }) })
  }
  if (publisher !== undefined) {
    const label = publisher === NO_PUBLISHER ? m.books_publisher_none() : publisher
    chips.push({ control: PUBLISHER_FILTER, label, onRemove: () => onChange({ publisher: undefined }) })
  }
  if (origin !== undefined) {
    const label = bookOrigins().find(({ value }) => value === origin)?.label ?? m.books_origin()
    chips.push({ control: ORIGIN_FILTER, label, onRemove: () => onChange({ origin: undefined }) })
  }
  return chips
}
