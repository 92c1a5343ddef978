import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { m } from '#i18n/paraglide/messages.js'
import { similarBooksQuery } from '../book.data.ts'
import type { BookFilter } from '../book.schema.ts'
import { BookShelf } from './book-shelf.tsx'
import { NothingFound } from './nothing-found.tsx'

/**
 * Books that a search may have meant, below its hits and set apart from them. Stays away until it is there; without
 * hits and without similar books it says that nothing was found.
 */
export function SimilarBooks({ filter, hasHits }: { filter: BookFilter; hasHits: boolean }) {
  // The next term's come in place of these: what is typed on does not make them flash.
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
      {isEmpty ? !hasHits && !isPending && <NothingFound /> : <BookShelf books={books} />}
    </section>
  )
}
