import { Link } from '@tanstack/react-router'
import { m } from '#i18n/paraglide/messages.js'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

/** A search or a genre without a book, and the way to all of them. */
export function NothingFound() {
  return (
    <EmptyState
      title={m.books_empty_title()}
      text={m.books_empty_text()}
      action={
        <Link to="/app/books" className={buttonClass('second')}>
          {m.books_empty_action()}
        </Link>
      }
    />
  )
}
