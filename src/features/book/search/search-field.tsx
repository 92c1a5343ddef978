import { useIsFetching, type Query } from '@tanstack/react-query'
import { m } from '#i18n/paraglide/messages.js'
import { problemsOf } from '#i18n/issue-message.ts'
import { problemText } from '#i18n/problem-text.ts'
import { SearchField } from '#ui/list/search-field.tsx'
import { searchTermSchema } from './book-search.schema.ts'

interface SearchFieldProps {
  value: string
  /** The list of the area: it is asked for when the field is sent before its script has come. */
  action: '/app/books' | '/manager/books'
  /** Called with a valid term while it is typed, after a pause. */
  onSearch?: (searchTerm: string) => void
  /** Called with a valid term on Enter; without it `onSearch` is. */
  onSubmit?: (searchTerm: string) => void
  /** The key that leads here. */
  keyHint?: string
  className?: string
}

/** What is wrong with a search term, in words; undefined when nothing is. */
export function searchProblem(term: string): string | undefined {
  const result = searchTermSchema.safeParse(term)
  if (result.success) return undefined
  const problem = problemsOf(result.error.issues)['']
  return problem && problemText(problem)
}

/** Whether a query asks for the beginning of a list of books: not for more of it, nor for its total. */
const isFirstPage = ({ queryKey: [, kind], state }: Query): boolean =>
  (kind === 'shelf' || kind === 'rows') && state.data === undefined

/** The search for books, in both areas. */
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
