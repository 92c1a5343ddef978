import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { duplicatesOfQuery, mergesOfQuery } from '#exchange/duplicate/duplicate.data.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { panelClass, rowActionClass } from '#base/ui/panel.tsx'
import { useDuplicateActions } from '../use-duplicate-actions.ts'

const ROW = 'flex flex-wrap items-center justify-between gap-x-4'

/** On a book's page: books that may be the same, and those that were merged into it, which can be taken apart again. */
export function PossibleDuplicates({ id }: { id: string }) {
  // Optional: the page is complete without them.
  const { data: books = [] } = useQuery(duplicatesOfQuery(id))
  const { data: merges = [] } = useQuery(mergesOfQuery(id))
  const { takeApart, isSplitting } = useDuplicateActions()
  if (books.length + merges.length === 0) return null
  return (
    <section aria-label={m.duplicates_title()} className={`${panelClass} py-2 xl:col-span-2`}>
      {books.map((book) => (
        <p key={book.id} className={ROW}>
          <span className="min-w-0">
            {m.book_possibly_same()}{' '}
            <Link to="/manager/books/$id" params={{ id: book.id }} className="rounded-sm font-semibold hover:underline">
              <bdi>{book.title}</bdi>
            </Link>{' '}
            <bdi className="text-muted">{book.author}</bdi>
          </span>
          <Link to="/manager/duplicates" search={{ book: id }} className={rowActionClass}>
            {m.book_compare()}
          </Link>
        </p>
      ))}
      {merges.map((merge) => (
        <p key={merge.id} className={ROW}>
          <span className="min-w-0">
            {m.book_merged_from()}{' '}
            {merge.books.map((book, at) => (
              <span key={book.id}>
                {at > 0 && ' · '}
                <bdi className="font-semibold">{book.title}</bdi> <bdi className="text-muted">{book.author}</bdi>
              </span>
            ))}
          </span>
          <button
            {...blockedInDemo}
            type="button"
            aria-disabled={isSplitting || undefined}
            onClick={() => void takeApart(merge.id)}
            className={`${rowActionClass} -ms-2`}
          >
            {m.book_take_apart()}
          </button>
        </p>
      ))}
    </section>
  )
}
