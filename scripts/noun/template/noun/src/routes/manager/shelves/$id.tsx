import { createFileRoute } from '@tanstack/react-router'
import { activityQuery } from '#kit/activity/activity.data.ts'
import { ShelfMissingPage, ShelfPage } from '#catalogue/shelf/shelf-page.tsx'
import { shelfQuery } from '#catalogue/shelf/shelf.data.ts'
import { shelfTitle } from '#catalogue/shelf/shelf.words.ts'
import { throwNotFound } from '#base/errors/throw-not-found.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'
import { PendingDetail } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/shelves/$id')({
  loader: async ({ context: { queryClient }, params: { id } }) => {
    const shelf = await queryClient.query(shelfQuery(id)).catch(throwNotFound)
    // Optional: the page retries it itself.
    await queryClient.infiniteQuery(activityQuery('shelf', id)).catch(() => undefined)
    return { title: shelfTitle(shelf) }
  },
  head: titleHead(m.shelf_gone),
  pendingComponent: PendingDetail,
  component: Page,
  notFoundComponent: ShelfMissingPage,
})

function Page() {
  const { id } = Route.useParams()
  // A page of its own for each: a question that is open about one would become the question about another by Back.
  return <ShelfPage key={id} id={id} timeZone={Route.useRouteContext().settings.timeZone} />
}
