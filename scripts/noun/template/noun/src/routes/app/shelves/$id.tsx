import { createFileRoute } from '@tanstack/react-router'
import { ShelfPage } from '#features/shelf/reader/shelf-page.tsx'
import { ShelfMissingPage } from '#features/shelf/shelf-missing-page.tsx'
import { shelfQuery } from '#features/shelf/shelf.data.ts'
import { throwNotFound } from '#errors/throw-not-found.ts'
import { m } from '#i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'
import { PendingPage } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/app/shelves/$id')({
  loader: async ({ context: { queryClient }, params: { id } }) => {
    const shelf = await queryClient.query(shelfQuery(id)).catch(throwNotFound)
    return { title: shelf.name }
  },
  head: titleHead(m.shelf_not_found_title),
  pendingComponent: PendingPage,
  component: Page,
  notFoundComponent: ShelfMissingPage,
})

function Page() {
  return <ShelfPage id={Route.useParams().id} timeZone={Route.useRouteContext().settings.timeZone} />
}
