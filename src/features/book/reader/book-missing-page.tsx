import { Link } from '@tanstack/react-router'
import { m } from '#i18n/paraglide/messages.js'
import { buttonClass } from '#ui/button.tsx'
import { ErrorPageActions } from '#ui/error-page-actions.tsx'

/** The 404 page of a book. */
export function BookMissingPage() {
  return (
    <main id="content" className="mx-auto w-full max-w-6xl px-5 pt-10 md:px-6">
      <p className="font-serif text-muted">404</p>
      <h1 className="mt-1 text-[1.75rem] leading-tight">{m.book_not_found_title()}</h1>
      <p className="mt-3 text-muted">{m.book_not_found_text()}</p>
      <ErrorPageActions>
        <Link to="/app/books" className={buttonClass('second')}>
          {m.books_empty_action()}
        </Link>
      </ErrorPageActions>
    </main>
  )
}
