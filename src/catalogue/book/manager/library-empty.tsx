import { Link } from '@tanstack/react-router'
import { m } from '#base/i18n/paraglide/messages.js'
import { buttonClass } from '#base/ui/button.tsx'
import { rowActionClass } from '#base/ui/panel.tsx'
import { EmptyState } from '#base/ui/state/empty-state.tsx'
import { manyBooksLinks } from '../book.slots.ts'

/** Shown while the library has no books: how to add the first ones. */
export function LibraryEmpty() {
  return (
    <EmptyState
      title={m.books_none_title()}
      text={m.books_none_text()}
      action={
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <Link to="/manager/books/new" className={buttonClass()}>
            {m.books_new()}
          </Link>
          <manyBooksLinks.Parts className={buttonClass('second')} />
          <Link to="/manager/books/deleted" className={rowActionClass}>
            {m.trash_title()}
          </Link>
        </div>
      }
    />
  )
}
