import { Link } from '@tanstack/react-router'
import { m } from '#i18n/paraglide/messages.js'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import type { ReaderSearch } from './reader-search.schema.ts'

/** Shown for a search or a filter without a book, with a link to all books. */
export function NothingFound({ params: { searchTerm, genreId, ...params } }: { params: ReaderSearch }) {
  return (
    <EmptyState
      title={m.books_empty_title()}
      text={searchTerm ? m.books_empty_text() : m.list_empty_filters()}
      action={
        <div className="flex flex-wrap gap-3">
          {searchTerm && genreId && (
            <Link to="/app/books" search={{ ...params, searchTerm }} className={buttonClass()}>
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
