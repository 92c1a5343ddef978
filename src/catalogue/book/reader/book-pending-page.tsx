import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useState, type ReactNode } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { Skeleton } from '#base/ui/state/skeleton.tsx'
import { cachedBook } from '#catalogue/book/page/cached-book.ts'
import { BookTitleText } from '../page/book-title-text.tsx'
import type { BookSummary } from '../book.schema.ts'

/**
 * The cover, rendered with the code that the list has loaded already: not part of the code of every page, and without
 * Suspense, which would delay it by 300 ms.
 */
function KnownCover({ book }: { book: BookSummary | undefined }) {
  const [cover, setCover] = useState<ReactNode>(null)
  useEffect(() => {
    const draw = async (shown: BookSummary) => {
      const { BookCover } = await import('../shared/cover/book-cover.tsx')
      setCover(<BookCover book={shown} />)
    }
    if (book) draw(book).catch(() => undefined)
  }, [book])
  return cover ?? <Skeleton className="aspect-2/3 w-full" />
}

/** A book's page while it loads: shows the fields that are cached from a list, at their final positions. */
export function BookPendingPage() {
  const { id = '' } = useParams({ strict: false })
  const book = cachedBook(useQueryClient(), id)
  return (
    <main id="content" aria-busy="true" className="mx-auto w-full max-w-6xl px-5 md:px-6">
      <span className="sr-only" role="status">
        {m.common_loading()}
      </span>
      <Skeleton className="my-4 h-6 w-20" />
      <div className="md:grid md:grid-cols-[13rem_minmax(0,1fr)] md:items-start md:gap-12 md:pt-4 lg:grid-cols-[17rem_minmax(0,1fr)]">
        <div className="mx-auto mb-6 w-[46%] max-w-72 md:mx-0 md:w-full">
          <KnownCover book={book} />
        </div>
        <div className="max-w-2xl min-w-0">
          {book ? (
            <>
              <h1 dir="auto" className="text-[1.75rem] leading-tight md:text-4xl">
                <BookTitleText title={book.title} />
              </h1>
              <p dir="auto" className="mt-1 mb-5 text-[1.0625rem] text-muted">
                {book.author || m.book_unknown_author()}
              </p>
            </>
          ) : (
            <>
              <Skeleton className="h-10 w-4/5" />
              <Skeleton className="mt-3 mb-5 h-5 w-2/5" />
            </>
          )}
          <Skeleton className="h-4 w-3/5" />
          <Skeleton className="mt-4 h-4 w-2/5" />
          <Skeleton className="mt-4 h-4 w-1/2" />
        </div>
      </div>
    </main>
  )
}
