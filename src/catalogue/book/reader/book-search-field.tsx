import { useIsFetching, type Query } from '@tanstack/react-query'
import { m } from '#base/i18n/paraglide/messages.js'
import { SearchField } from '#base/ui/list/search-field.tsx'

interface BookSearchFieldProps {
  value: string
  /** Called with a valid term while it is typed, after a pause. */
  onSearch?: (searchTerm: string) => void
  /** Called with a valid term on Enter; without it `onSearch` is. */
  onSubmit?: (searchTerm: string) => void
}

/** Whether a query asks for the beginning of a list of books: not for more of it, nor for its total. */
const isFirstPage = ({ queryKey: [, kind], state }: Query): boolean => kind === 'summaries' && state.data === undefined

/** The search for books; before its script has come, it leads to their list. */
export function BookSearchField(props: BookSearchFieldProps) {
  const isBusy = useIsFetching({ queryKey: ['book'], predicate: isFirstPage }) > 0
  return (
    <SearchField
      {...props}
      action="/app/books"
      isBusy={isBusy}
      label={m.books_search_label()}
      placeholder={m.books_search_placeholder()}
    />
  )
}
