import { Link } from '@tanstack/react-router'
import { m } from '#i18n/paraglide/messages.js'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

/** Shown for a search or a filter without a book, with a link to all books. */
export function NothingFound({ searchTerm }: { searchTerm: string }) {
  return (
    <EmptyState
      title={m.books_empty_title()}
      text={searchTerm ? m.books_empty_text() : m.list_empty_filters()}
      action={
        <Link to="/app/books" className={buttonClass('second')}>
          {m.books_empty_action()}
        </Link>
      }
    />
  )
}
