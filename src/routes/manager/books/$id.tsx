import { createFileRoute } from '@tanstack/react-router'
import { activityQuery } from '#features/activity/activity.data.ts'
import { bookQuery, followMerge } from '#features/book/book.data.ts'
import { ManagerBookMissingPage } from '#features/book/book-missing-page.tsx'
import { ManagerBookPage } from '#features/book/manager/book-page.tsx'
import { m } from '#i18n/paraglide/messages.js'
import { pageTitle } from '#shell/page-title.ts'
import { PendingDetail } from '#shell/pending-page.tsx'

export const Route = createFileRoute('/manager/books/$id')({
  loader: async ({ context: { queryClient }, params: { id } }) => {
    const book = await queryClient.query(bookQuery(id)).catch(followMerge('/manager/books/$id'))
    // Optional: the page retries it itself.
    await queryClient.infiniteQuery(activityQuery('book', book.id)).catch(() => undefined)
    return { title: book.title }
  },
  head: ({ loaderData, match }) => ({
    meta: [{ title: pageTitle(loaderData?.title ?? m.book_not_found_title(), match) }],
  }),
  pendingComponent: PendingDetail,
  component: Page,
  notFoundComponent: ManagerBookMissingPage,
})

function Page() {
  const { id } = Route.useParams()
  return <ManagerBookPage id={id} timeZone={Route.useRouteContext().settings.timeZone} />
}
