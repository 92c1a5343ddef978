import { Link } from '@tanstack/react-router'
import { m } from '#i18n/paraglide/messages.js'
import { buttonClass } from '#ui/button.tsx'
import { ErrorPageActions } from '#ui/error-page-actions.tsx'

/** Stands in the manager area for a book that is not there. */
export function ManagerBookMissingPage() {
  return (
    <main id="content" className="px-5 py-10 md:px-7">
      <p className="font-serif text-muted">404</p>
      <h1 className="mt-1 text-2xl">{m.book_not_found_title()}</h1>
      <p className="mt-3 text-muted">{m.book_not_found_text()}</p>
      <ErrorPageActions>
        <Link to="/manager/books" className={buttonClass('second')}>
          {m.books_empty_action()}
        </Link>
      </ErrorPageActions>
    </main>
  )
}
