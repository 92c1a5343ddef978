import { Link } from '@tanstack/react-router'
import { m } from '#i18n/paraglide/messages.js'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

/** Shown while the library has no books: how to add the first ones. */
export function LibraryEmpty() {
  return (
    <EmptyState
      title={m.books_none_title()}
      text={m.books_none_text()}
      action={
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <code dir="ltr" className="rounded-sm border border-line bg-raised px-2.5 py-1.5 text-sm">
            npm run maktaba -- import books.csv
          </code>
          <Link to="/manager/books/new" className={buttonClass()}>
            {m.books_new()}
          </Link>
        </div>
      }
    />
  )
}
