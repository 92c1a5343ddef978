import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { formatLanguage } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { lookUp } from '#base/lib/list/look-up.ts'
import type { FilterControlProps, ListFilter } from '#base/ui/list/list-filters.tsx'
import { useGenreOptions } from '#catalogue/genre/shared/use-genre-options.ts'
import { samplesQuery } from '../sample/book-sample.data.ts'
import {
  NO_GENRE,
  NO_PUBLISHER,
  type BookOrigin,
  type BookSort,
  type BookListParams,
  type SharedFilters,
} from '../search/book-search.schema.ts'
import { importedFromQuery } from '../filter/imported-from.data.ts'
import { MoreFilters } from '../filter/more-filters.tsx'
import { PublisherFilter } from './publisher-filter.tsx'

/** What the list can be narrowed by. */
export function useBookFilters(params: BookListParams): ListFilter[] {
  const { genreId, publisher, origin, importId } = params
  const genres = useGenreOptions()
  const hasSamples = (useQuery(samplesQuery).data?.untouched ?? 0) > 0
  const imported = useQuery({ ...importedFromQuery(importId ?? ''), enabled: importId !== undefined }).data
  const filters: ListFilter[] = [
    {
      name: 'genreId',
      value: genreId,
      label: m.book_genre(),
      all: m.books_genre_all(),
      options: [{ value: NO_GENRE, label: m.books_genre_none() }, ...genres],
    },
    {
      name: 'publisher',
      value: publisher,
      label: m.book_publisher(),
      all: m.books_publisher_all(),
      options: [{ value: NO_PUBLISHER, label: m.books_publisher_none() }],
      wordOf: (value) => value,
      control: PublisherFilter,
    },
    {
      name: 'origin',
      value: origin,
      label: m.books_origin(),
      all: m.books_origin_all(),
      options: [
        { value: 'sample', label: m.books_origin_sample() },
        { value: 'own', label: m.books_origin_own() },
      ] satisfies { value: BookOrigin; label: string }[],
      // A phone has no room for a second line of filters: there the dashboard leads to the samples.
      isForDesk: true,
    },
    {
      name: 'language',
      value: params.language,
      label: m.book_language(),
      all: m.book_language(),
      options: [],
      wordOf: formatLanguage,
      control: OtherFilters,
    },
    ...linkedFilters(params),
    {
      name: 'importId',
      value: importId,
      label: m.books_import(),
      all: m.import_show_all(),
      options: imported && importId ? [{ value: importId, label: m.books_import_from(imported) }] : [],
      // Only the page of an import sets this filter: no control, and removing its chip focuses that of `language`.
      setBy: 'language',
    },
  ]
  return filters.filter(({ name }) => name !== 'origin' || hasSamples || origin !== undefined)
}

/** The form sets the years too, which are chips of their own. */
function OtherFilters({ id, onChangeAll }: FilterControlProps) {
  return <MoreFilters id={id} params={useSearch({ from: '/manager/books/' })} onChange={onChangeAll} />
}

/** Filters that links of a book's page set, and the years, which are set by the form of the filter `language`. */
function linkedFilters(params: BookListParams): ListFilter[] {
  const { author, yearFrom, yearTo, subject, series } = params
  // A new filter does not compile without its words.
  const words: Record<LinkedFilter, { label: string; word: string | undefined }> = {
    author: { label: m.book_author(), word: author || m.book_unknown_author() },
    yearFrom: { label: m.book_year(), word: m.books_year_from({ year: String(yearFrom) }) },
    yearTo: { label: m.book_year(), word: m.books_year_to({ year: String(yearTo) }) },
    subject: { label: m.book_subjects(), word: subject },
    series: { label: m.book_series(), word: series },
    availability: { label: m.own_filter(), word: m.own_filter() },
  }
  return Object.entries(words).map(([name, { label, word }]) => {
    const value = lookUp<unknown>({ ...params }, name)
    return {
      name,
      value: value === undefined ? undefined : String(value),
      label,
      all: label,
      options: [],
      wordOf: () => word ?? label,
      setBy: 'language',
    }
  })
}

/** The shared filters without a control of their own in the list's bar. */
type LinkedFilter = Exclude<keyof SharedFilters, 'genreId' | 'publisher' | 'language'>

/** Every order, in words. */
export const bookOrders = (): { value: BookSort; label: string }[] => [
  { value: 'title', label: m.books_sort_title() },
  { value: 'title-desc', label: m.list_sort_reversed({ order: m.books_sort_title() }) },
  { value: 'author', label: m.books_sort_author() },
  { value: 'author-desc', label: m.list_sort_reversed({ order: m.books_sort_author() }) },
  { value: 'added', label: m.books_sort_added() },
  { value: 'added-asc', label: m.list_sort_oldest() },
  { value: 'year', label: m.books_sort_year() },
  { value: 'year-asc', label: m.books_sort_year_asc() },
  { value: 'shelfMark', label: m.book_shelf_mark() },
  { value: 'shelfMark-desc', label: m.list_sort_reversed({ order: m.book_shelf_mark() }) },
  { value: 'changed', label: m.books_sort_changed() },
  { value: 'changed-asc', label: m.books_sort_unchanged() },
]
