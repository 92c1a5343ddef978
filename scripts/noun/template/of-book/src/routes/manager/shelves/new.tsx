import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { requirePermission } from '#base/auth/browser/guard.ts'
import { bookQuery } from '#catalogue/book/book.data.ts'
import { ShelfNewPage } from '#catalogue/shelf/shelf-edit-page.tsx'
import { ShelfMissingPage } from '#catalogue/shelf/shelf-page.tsx'
import { throwNotFound } from '#base/errors/throw-not-found.ts'
import { m } from '#base/i18n/paraglide/messages.js'
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
