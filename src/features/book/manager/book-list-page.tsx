import { Link, useNavigate } from '@tanstack/react-router'
import { startTransition } from 'react'
import { m } from '#i18n/paraglide/messages.js'
import { buttonClass } from '#ui/button.tsx'
import { ManagerPage } from '#ui/manager-page.tsx'
import { Icon } from '#ui/icon.tsx'
import { useListKeys } from '#ui/list/use-list-keys.ts'
import { useSearchStep } from '#ui/list/use-search-step.ts'
import { BookSearchField, searchProblem } from '../search/search-field.tsx'
import { BookFilters, type BookListParams } from './book-filters.tsx'
import { ManagerBookResults } from './book-results.tsx'
import { SampleBooks } from './sample-books.tsx'

/** All books as rows: search, filters, order, 'Load more', and what can be done to several at once. */
export function ManagerBookListPage(asked: BookListParams) {
  const { searchTerm } = asked
  const navigate = useNavigate({ from: '/manager/books/' })
  const step = useSearchStep(searchTerm)
  useListKeys({ onNew: () => void navigate({ to: '/manager/books/new' }) })

  const search = (next: string) =>
    startTransition(() => void navigate({ search: (old) => ({ ...old, searchTerm: next }), ...step }))
  const narrow = (next: Partial<BookListParams>) =>
    startTransition(() => void navigate({ search: (old) => ({ ...old, ...next }), resetScroll: false }))

  return (
    <ManagerPage
      title={m.books_title()}
      middle={
        <BookSearchField action="/manager/books" value={searchTerm} onSearch={search} keyHint="/" className="h-11" />
      }
      filters={<BookFilters asked={asked} onChange={narrow} />}
      actions={
        <Link to="/manager/books/new" className={buttonClass()}>
          <Icon name="plus" />
          {m.books_new()}
        </Link>
      }
    >
      {asked.origin === 'sample' && <SampleBooks />}
      {searchProblem(searchTerm) === undefined && (
        <ManagerBookResults asked={{ ...asked, searchTerm: searchTerm.trim() }} onNarrow={narrow} />
      )}
    </ManagerPage>
  )
}
