import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { bookQuery, followMerge, relatedBooksQuery } from '#catalogue/book/book.data.ts'
import { readerBookPanels } from '#catalogue/book/book.slots.ts'
import { loadLanguageName } from '#catalogue/book/filter/book-languages.data.ts'
import { BookMissingPage } from '#catalogue/book/page/book-missing-page.tsx'
import { BookPage } from '#catalogue/book/reader/book-page.tsx'
import { LazyBookPendingPage } from '#catalogue/book/reader/lazy-book-pending-page.tsx'
import { isDeletedQuery } from '#catalogue/book/trash/book-trash.data.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'
import { PendingPage, UntilLate } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/app/books/$id')({
  staticData: { slots: [readerBookPanels] },
  loader: async ({ context: { queryClient }, params: { id } }) => {
    // A panel whose code does not come is an error when it is shown, as the page's own code is.
    const panels = readerBookPanels.load({ queryClient, id }).catch(() => undefined)
    const book = await queryClient.query(bookQuery(id)).catch(async (error: unknown) => {
      // Optional: without it the book is only said not to be there.
      const isDeleted = await queryClient.query(isDeletedQuery(id)).catch(() => false)
      return followMerge(error, '/app/books/$id', (isDeleted ? m.trash_book_title : m.book_not_found_title)())
    })
    await Promise.all([
      queryClient.query(relatedBooksQuery(book.id)),
      loadLanguageName(queryClient, book.language),
      panels,
    ])
    return { title: book.title }
  },
  head: titleHead(),
  pendingComponent: Pending,
  // Earlier than other pages: title and cover are cached from the list.
  pendingMs: 80,
  pendingMinMs: 0,
  component: Page,
  notFoundComponent: Missing,
})

function Pending() {
  return (
    <Suspense fallback={<PendingPage />}>
      <UntilLate>
        <LazyBookPendingPage />
      </UntilLate>
    </Suspense>
  )
}

function Page() {
  const { id } = Route.useParams()
  return <BookPage id={id} timeZone={Route.useRouteContext().settings.timeZone} />
}

function Missing() {
  return <BookMissingPage id={Route.useParams().id} />
}
