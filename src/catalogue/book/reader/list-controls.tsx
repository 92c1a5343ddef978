import { genreWord } from '#catalogue/genre/genre-name.words.ts'
import { useReaderGenres } from '#catalogue/genre/genre.data.ts'
import { getLocale } from '#base/i18n/locale.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { sorted } from '#base/lib/search/sorted.ts'
import { Form } from '#base/ui/form/form.tsx'
import { orderClass, selectClass } from '#base/ui/list/filter-class.ts'
import { NativeSelect } from '#base/ui/form/native-select.tsx'
import { MoreFilters } from '../filter/more-filters.tsx'
import type { ReaderSearch, ReaderSort } from './reader-search.schema.ts'
import { PlainControls } from './without-script.ts'

interface ListControlsProps {
  params: ReaderSearch
  onChange: (next: Partial<ReaderSearch>) => void
}

/** Genre and order of the list, as a form that works before its script is loaded. */
export function ListControls({ params, onChange }: ListControlsProps) {
  const genres = useGenreOptions(params.genreId)
  const orders: { value: ReaderSort; label: string }[] = [
    { value: 'title', label: params.searchTerm ? m.books_sort_best() : m.books_sort_title() },
    { value: 'author', label: m.books_sort_author() },
    { value: 'added', label: m.books_sort_added() },
    { value: 'year', label: m.books_sort_year() },
    { value: 'year-asc', label: m.books_sort_year_asc() },
    { value: 'shelfMark', label: m.book_shelf_mark() },
  ]
  return (
    <Form
      isChanged={false}
      action="/app/books"
      method="get"
      className="flex min-w-0 flex-wrap gap-2"
      onSubmit={(event) => event.preventDefault()}
    >
      <NativeSelect
        name="genreId"
        label={m.book_genre()}
        value={params.genreId ?? ''}
        options={[{ value: '', label: m.books_genre_all(), short: m.book_genre() }, ...genres]}
        className={selectClass(params.genreId !== undefined)}
        onChange={(id) => onChange({ genreId: id || undefined })}
      />
      <MoreFilters params={params} onChange={onChange} />
      <NativeSelect
        name="sort"
        label={m.books_sort()}
        icon="sort"
        value={params.sort}
        options={orders}
        className={orderClass}
        onChange={(sort) => onChange({ sort })}
      />
      <noscript>
        <PlainControls params={params} />
      </noscript>
    </Form>
  )
}

/** Genres that have books, and the chosen one, sorted by name in the user's language. */
function useGenreOptions(chosen: string | undefined): { value: string; label: string }[] {
  return sorted(
    useReaderGenres(chosen)
      .filter(({ id, bookCount }) => bookCount > 0 || id === chosen)
      .map((genre) => ({ value: genre.id, label: genreWord(genre) })),
    (a, b) => a.label.localeCompare(b.label, getLocale()),
  )
}
