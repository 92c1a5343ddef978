import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, type ReactNode } from 'react'
import { m } from '#i18n/paraglide/messages.js'
import { similarBooksQuery } from '../book.data.ts'
import type { BookFilter } from './book-search.schema.ts'
import type { BookSummary } from '../book.schema.ts'

interface SimilarBooksProps {
  filter: BookFilter
  hasHits: boolean
  /** Shown when there are neither hits nor similar books. */
  nothing: ReactNode
  children: (books: readonly BookSummary[]) => ReactNode
}

/**
 * Books that a search may have meant, below its hits. Renders nothing while they load; without hits and without similar
 * books it says that nothing was found.
 */
export function SimilarBooks({ filter, hasHits, nothing, children }: SimilarBooksProps) {
  // Keeps the books of the previous term while the next ones load, so that they do not flash while the user types.
  const { data: books = [], isPending } = useQuery({ ...similarBooksQuery(filter), placeholderData: keepPreviousData })
  const title = useId()
  const isEmpty = books.length === 0
  return (
    <section aria-labelledby={isEmpty ? undefined : title} className={isEmpty ? undefined : hasHits ? 'mt-9' : 'mt-2'}>
      <div aria-live="polite">
        {!isEmpty && (
          <h2 id={title} className="mb-3.5 text-[1.0625rem]">
            {hasHits ? m.books_similar() : m.books_similar_only()}
          </h2>
        )}
      </div>
      {isEmpty ? !hasHits && !isPending && nothing : children(books)}
    </section>
  )
}
