import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { requirePermission } from '#auth/browser/guard.ts'
import { bookQuery } from '#features/book/book.data.ts'
import { ShelfNewPage } from '#features/shelf/shelf-edit-page.tsx'
import { ShelfMissingPage } from '#features/shelf/shelf-page.tsx'
import { throwNotFound } from '#errors/throw-not-found.ts'
import { m } from '#i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'
import { PendingDetail } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/shelves/new')({
  validateSearch: z.object({ bookId: z.catch(z.uuid(), '') }),
  beforeLoad: ({ context }) => requirePermission(context.person, 'shelf:create'),
  loaderDeps: ({ search: { bookId } }) => ({ bookId }),
  loader: async ({ context: { queryClient }, deps: { bookId } }) => {
    await queryClient.query(bookQuery(bookId)).catch(throwNotFound)
  },
  head: titleHead(m.shelf_new),
  pendingComponent: PendingDetail,
  component: Page,
  notFoundComponent: ShelfMissingPage,
})

function Page() {
  const { bookId } = Route.useSearch()
  return <ShelfNewPage key={bookId} bookId={bookId} />
}
