import { createFileRoute } from '@tanstack/react-router'
import { ManagerShelfPage } from '#features/shelf/manager/shelf-page.tsx'
import { ManagerShelfMissingPage } from '#features/shelf/shelf-missing-page.tsx'
import { shelfQuery } from '#features/shelf/shelf.data.ts'
import { throwNotFound } from '#errors/throw-not-found.ts'
import { m } from '#i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'
import { PendingDetail } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/shelves/$id')({
  loader: async ({ context: { queryClient }, params: { id } }) => {
    const shelf = await queryClient.query(shelfQuery(id)).catch(throwNotFound)
    return { title: shelf.name }
  },
  head: titleHead(m.shelf_not_found_title),
  pendingComponent: PendingDetail,
  component: Page,
  notFoundComponent: ManagerShelfMissingPage,
})

function Page() {
  const { id } = Route.useParams()
  // A page of its own for each: a question that is open about one would become the question about another by Back.
  return <ManagerShelfPage key={id} id={id} timeZone={Route.useRouteContext().settings.timeZone} />
}
