import { useIsFetching, type Query } from '@tanstack/react-query'
import { m } from '#i18n/paraglide/messages.js'
import { problemsOf } from '#i18n/issue-message.ts'
import { problemText } from '#i18n/problem-text.ts'
import { SearchField } from '#ui/list/search-field.tsx'
import { searchTermSchema } from './book-search.schema.ts'

interface SearchFieldProps {
  value: string
  /** The list of the area: where the form is submitted before its script is loaded. */
  action: '/app/books' | '/manager/books'
  /** Called with a valid term while it is typed, after a pause. */
  onSearch?: (searchTerm: string) => void
  /** Called with a valid term on Enter; defaults to `onSearch`. */
  onSubmit?: (searchTerm: string) => void
  /** The key that focuses the field. */
  keyHint?: string
  className?: string
}

/** The error message for a search term; undefined for a valid one. */
export function searchProblem(term: string): string | undefined {
  const result = searchTermSchema.safeParse(term)
  if (result.success) return undefined
  const problem = problemsOf(result.error.issues)['']
  return problem && problemText(problem)
}

/** Whether a query loads the first page of a list of books: neither a further page nor the total. */
const isFirstPage = ({ queryKey: [, kind], state }: Query): boolean =>
  (kind === 'shelf' || kind === 'rows') && state.data === undefined

/** The search field for books, in both areas. */
export function BookSearchField(props: SearchFieldProps) {
  const isBusy = useIsFetching({ queryKey: ['book'], predicate: isFirstPage }) > 0
  return (
    <SearchField
      {...props}
      isBusy={isBusy}
      label={m.books_search_label()}
      placeholder={m.books_search_placeholder()}
      clearLabel={m.books_search_clear()}
      problemOf={searchProblem}
    />
  )
}
