import { createFileRoute } from '@tanstack/react-router'
import { activityQuery } from '#kit/activity/activity.data.ts'
import { activityBulkActions } from '#kit/activity/activity.slots.ts'
import { managerBookBadges, managerBookNotices, managerBookPanels } from '#catalogue/book/book.slots.ts'
import { bookQuery, followMerge } from '#catalogue/book/book.data.ts'
import { ManagerBookPage } from '#catalogue/book/manager/book-page.tsx'
import { DeletedBookPage } from '#catalogue/book/trash/deleted-book-page.tsx'
import { deletedBookQuery } from '#catalogue/book/trash/book-trash.data.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'
import { PendingDetail } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/books/$id')({
  staticData: { slots: [managerBookBadges, managerBookNotices, managerBookPanels, activityBulkActions] },
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
  // Rendered anew for each id: else Back would turn an open question about one row into a question about another.
  return <ManagerBookPage key={id} id={id} timeZone={Route.useRouteContext().settings.timeZone} />
}

function Missing() {
  const { id } = Route.useParams()
  return <DeletedBookPage key={id} id={id} />
}
