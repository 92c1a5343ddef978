import { createFileRoute } from '@tanstack/react-router'
import { requirePermission } from '#base/auth/browser/guard.ts'
import { ShelfUpdatePage } from '#catalogue/shelf/shelf-edit-page.tsx'
import { ShelfMissingPage } from '#catalogue/shelf/shelf-page.tsx'
import { shelfQuery } from '#catalogue/shelf/shelf.data.ts'
import { shelfTitle } from '#catalogue/shelf/shelf.words.ts'
import { throwNotFound } from '#base/errors/throw-not-found.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'
import { PendingDetail } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/shelves/$id_/update')({
  beforeLoad: ({ context }) => requirePermission(context.person, 'shelf:update'),
  loader: async ({ context: { queryClient }, params: { id }, cause }) => {
    // The edit begins with the newest version; while it goes on, the form keeps what was opened.
    const newest = { ...shelfQuery(id), ...(cause !== 'stay' && { staleTime: 0 }) }
    const name = shelfTitle(await queryClient.query(newest).catch(throwNotFound))
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
