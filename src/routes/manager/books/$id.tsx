import { createFileRoute } from '@tanstack/react-router'
import { activityQuery } from '#features/activity/activity.data.ts'
import { bookQuery, followMerge } from '#features/book/book.data.ts'
import { ManagerBookPage } from '#features/book/manager/book-page.tsx'
import { DeletedBookPage } from '#features/book/trash/deleted-book-page.tsx'
import { deletedBookQuery } from '#features/book/trash/book-trash.data.ts'
import { m } from '#i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'
import { PendingDetail } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/books/$id')({
  loader: async ({ context: { queryClient }, params: { id } }) => {
    const book = await queryClient.query(bookQuery(id)).catch(async (error: unknown) => {
      // Optional: without it the book is only said not to be there.
      const deleted = await queryClient.query(deletedBookQuery(id)).catch(() => null)
      return followMerge(error, '/manager/books/$id', (deleted ? m.trash_book_title : m.book_not_found_title)())
    })
    // Optional: the page retries it itself.
    await queryClient.infiniteQuery(activityQuery('book', book.id)).catch(() => undefined)
    return { title: book.title }
  },
  head: titleHead(),
  pendingComponent: PendingDetail,
  component: Page,
  notFoundComponent: Missing,
})

function Page() {
  const { id } = Route.useParams()
  // A page of its own for each: a question that is open about one would become the question about another by Back.
  return <ManagerBookPage key={id} id={id} timeZone={Route.useRouteContext().settings.timeZone} />
}

function Missing() {
  const { id } = Route.useParams()
  return <DeletedBookPage key={id} id={id} />
}
