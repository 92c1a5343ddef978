import { createFileRoute } from '@tanstack/react-router'
import { requirePermission } from '#auth/browser/guard.ts'
import { ShelfUpdatePage } from '#features/shelf/shelf-edit-page.tsx'
import { ShelfMissingPage } from '#features/shelf/shelf-page.tsx'
import { shelfQuery } from '#features/shelf/shelf.data.ts'
import { throwNotFound } from '#errors/throw-not-found.ts'
import { m } from '#i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'
import { PendingDetail } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/shelves/$id_/update')({
  beforeLoad: ({ context }) => requirePermission(context.person, 'shelf:update'),
  loader: async ({ context: { queryClient }, params: { id }, cause }) => {
    // The edit begins with the newest version; while it goes on, the form keeps what was opened.
    const newest = { ...shelfQuery(id), ...(cause !== 'stay' && { staleTime: 0 }) }
    const { name } = await queryClient.query(newest).catch(throwNotFound)
    return { title: m.noun_edit_title({ name }) }
  },
  head: titleHead(m.shelf_gone),
  pendingComponent: PendingDetail,
  component: Page,
  notFoundComponent: ShelfMissingPage,
})

function Page() {
  return <ShelfUpdatePage id={Route.useParams().id} />
}
