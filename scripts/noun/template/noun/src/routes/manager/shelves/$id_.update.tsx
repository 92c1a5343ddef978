import { createFileRoute } from '@tanstack/react-router'
import { requirePermission } from '#auth/browser/guard.ts'
import { ShelfUpdatePage } from '#features/shelf/manager/shelf-edit-page.tsx'
import { ManagerShelfMissingPage } from '#features/shelf/shelf-missing-page.tsx'
import { shelfQuery } from '#features/shelf/shelf.data.ts'
import { throwNotFound } from '#errors/throw-not-found.ts'
import { m } from '#i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'
import { PendingDetail } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/shelves/$id_/update')({
  beforeLoad: ({ context }) => requirePermission(context.person, 'shelf:update'),
  loader: async ({ context: { queryClient }, params: { id }, cause }) => {
    // The edit begins with the newest version; while it goes on, the form keeps what was opened.
    const shelf = await queryClient
      .query({ ...shelfQuery(id), ...(cause !== 'stay' && { staleTime: 0 }) })
      .catch(throwNotFound)
    return { title: shelf.name }
  },
  head: titleHead(m.shelf_not_found_title),
  pendingComponent: PendingDetail,
  component: Page,
  notFoundComponent: ManagerShelfMissingPage,
})

function Page() {
  return <ShelfUpdatePage id={Route.useParams().id} />
}
