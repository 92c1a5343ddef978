import { Link } from '@tanstack/react-router'
import { m } from '#i18n/paraglide/messages.js'
import { buttonClass } from '#ui/button.tsx'
import { rowActionClass } from '#ui/panel.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'

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
          <Link to="/manager/import" className={buttonClass('second')}>
            {m.import_action()}
          </Link>
          <Link to="/manager/books/deleted" className={rowActionClass}>
            {m.trash_title()}
          </Link>
        </div>
      }
    />
  )
}
