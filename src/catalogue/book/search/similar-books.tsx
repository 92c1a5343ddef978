import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, type ReactNode } from 'react'
import { formatValues } from '#base/i18n/format.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { similarBooksQuery } from '../book.data.ts'
import type { BookFilter } from './book-search.schema.ts'
import type { ListedBook } from '../book.schema.ts'

const NONE = { items: [], without: [] }

/** 'Without “by”, “william”:' */
const withoutWords = (words: readonly string[]): string =>
  m.books_without({ words: formatValues(words.map((word) => m.views_term({ term: isolated(word) }))) })

interface SimilarBooksProps {
  filter: BookFilter
  hasHits: boolean
  /** Shown when there are neither hits nor similar books. */
  nothing: ReactNode
  children: (books: readonly ListedBook[]) => ReactNode
}

/**
 * Books that a search may have meant, below its hits, and the words without which they were found. Renders nothing while they load; without hits and without similar
 * books it says that nothing was found.
 */
export function SimilarBooks({ filter, hasHits, nothing, children }: SimilarBooksProps) {
  // Keeps the books of the previous term while the next ones load, so that they do not flash while the user types.
  const { data, isPending } = useQuery({ ...similarBooksQuery(filter), placeholderData: keepPreviousData })
  const { items: books, without } = data ?? NONE
  const title = useId()
  const isEmpty = books.length === 0
  return (
    <section aria-labelledby={isEmpty ? undefined : title} className={isEmpty ? undefined : hasHits ? 'mt-9' : 'mt-2'}>
      <div aria-live="polite">
        {!isEmpty && (
          <h2 id={title} className="mb-3.5 text-[1.0625rem]">
            {without.length > 0 ? withoutWords(without) : hasHits ? m.books_similar() : m.books_similar_only()}
          </h2>
        )}
      </div>
      {isEmpty ? !hasHits && !isPending && nothing : children(books)}
    </section>
  )
}
