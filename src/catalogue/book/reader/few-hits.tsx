import { wantsSimilar } from '../book.data.ts'
import { SimilarBooks } from '../search/similar-books.tsx'
import type { BookFilter } from '../search/book-search.schema.ts'
import { SimilarHits } from './book-hit.tsx'
import { NothingFound } from './nothing-found.tsx'
import type { ReaderSearch } from './reader-search.schema.ts'

interface FewHitsProps {
  params: ReaderSearch
  filter: BookFilter & { searchTerm: string }
  count: number
}

/** The end of a short list: books that a search may have meant; that there is nothing, where there is not. */
export function FewHits({ params, filter, count }: FewHitsProps) {
  const nothing = count === 0 && <NothingFound params={params} />
  if (!wantsSimilar(filter, count, false)) return nothing
  return (
    <SimilarBooks filter={filter} hasHits={count > 0} nothing={nothing}>
      {(books) => <SimilarHits books={books} />}
    </SimilarBooks>
  )
}
