import { Link } from '@tanstack/react-router'
import { useReaderGenres } from '#catalogue/genre/genre.data.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { wrongIsbn } from '#base/lib/isbn.ts'
import { buttonClass } from '#base/ui/button.tsx'
import { EmptyState } from '#base/ui/state/empty-state.tsx'
import { useIsLending } from '#kit/installation/installation.data.ts'
import { isNarrowed } from '../search/book-search.schema.ts'
import { searchAdvice } from '../search/search-advice.ts'
import { listHeading } from './reader-list.data.ts'
import type { ReaderSearch } from './reader-search.schema.ts'

/** What to do after a search that found nothing; for a number with a wrong check digit, that it is no valid ISBN. */
function adviceFor(searchTerm: string, isLending: boolean): string {
  const number = wrongIsbn(searchTerm)
  return number === undefined ? searchAdvice(isLending) : m.books_no_isbn({ number: isolated(number) })
}

/** Shown for a search or a filter without a book, with a link to all books. */
export function NothingFound({ params }: { params: ReaderSearch }) {
  const { searchTerm, sort } = params
  const genres = useReaderGenres(params.genreId)
  const isLending = useIsLending()
  return (
    <EmptyState
      title={m.books_empty_title()}
      text={
        searchTerm
          ? adviceFor(searchTerm, isLending)
          : m.list_empty_filters({ filters: listHeading(params, genres) ?? '' })
      }
      action={
        <div className="flex flex-wrap gap-3">
          {searchTerm && isNarrowed(params) && (
            <Link to="/app/books" search={{ searchTerm, sort }} className={buttonClass()}>
              {m.books_empty_genre()}
            </Link>
          )}
          <Link to="/app/books" className={buttonClass('second')}>
            {m.books_empty_action()}
          </Link>
        </div>
      }
    />
  )
}
