import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { genreWord } from '#features/genre/shared/genre-word.ts'
import { genresQuery } from '#features/genre/genre.data.ts'
import { getLocale } from '#i18n/locale.ts'
import { m } from '#i18n/paraglide/messages.js'
import { orderClass, selectClass } from '#ui/list/filter-class.ts'
import { NativeSelect } from '#ui/form/native-select.tsx'
import { samplesQuery } from '../book-sample.data.ts'
import { NO_GENRE, type BookOrigin, type BookSort } from '../search/book-search.schema.ts'
import { bookOrders } from './book-order.ts'
import { PublisherFilter } from './publisher-filter.tsx'

/** What the list shows of all books, as its address says. */
export interface BookListParams {
  searchTerm: string
  /** Of a genre, or NO_GENRE. */
  genreId: string | undefined
  /** A name, or NO_PUBLISHER. */
  publisher: string | undefined
  origin: BookOrigin | undefined
  sort: BookSort
}

interface BookFiltersProps {
  asked: BookListParams
  onChange: (next: Partial<BookListParams>) => void
}

/** Ids of the controls. */
export const GENRE_FILTER = 'filter-genre'
export const PUBLISHER_FILTER = 'filter-publisher'
export const ORIGIN_FILTER = 'filter-origin'

/** Whose books a list can be narrowed to, in words. */
export const bookOrigins = (): { value: BookOrigin; label: string }[] => [
  { value: 'sample', label: m.books_origin_sample() },
  { value: 'own', label: m.books_origin_own() },
]

/** What narrows the list, and its order. */
export function BookFilters({ asked, onChange }: BookFiltersProps) {
  const genres = useGenreOptions()
  const hasSamples = (useQuery(samplesQuery).data?.untouched ?? 0) > 0
  return (
    <>
      <NativeSelect
        id={GENRE_FILTER}
        label={m.book_genre()}
        value={asked.genreId ?? ''}
        options={[
          { value: '', label: m.books_genre_all() },
          { value: NO_GENRE, label: m.books_genre_none() },
          ...genres,
        ]}
        className={selectClass(asked.genreId !== undefined)}
        onChange={(id) => onChange({ genreId: id || undefined })}
      />
      <PublisherFilter
        id={PUBLISHER_FILTER}
        publisher={asked.publisher}
        onChange={(publisher) => onChange({ publisher })}
      />
      {(hasSamples || asked.origin !== undefined) && (
        <NativeSelect
          id={ORIGIN_FILTER}
          label={m.books_origin()}
          value={asked.origin ?? ''}
          options={[{ value: '', label: m.books_origin_all() }, ...bookOrigins()]}
          // A phone has no room for a second line of filters: there the dashboard leads to the samples.
          className={`${selectClass(asked.origin !== undefined)} max-sm:hidden`}
          onChange={(origin) => onChange({ origin: origin || undefined })}
        />
      )}
      <NativeSelect
        label={m.books_sort()}
        icon="sort"
        value={asked.sort}
        options={bookOrders(asked.searchTerm.trim() !== '')}
        className={orderClass}
        onChange={(sort) => onChange({ sort })}
      />
    </>
  )
}

/** Every genre, in the order of the language's letters. */
export function useGenreOptions(): { value: string; label: string }[] {
  const { data } = useSuspenseQuery(genresQuery)
  return data
    .map((genre) => ({ value: genre.id, label: genreWord(genre) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, getLocale()))
}
