import { createFileRoute } from '@tanstack/react-router'
import { requirePermission } from '#base/auth/browser/guard.ts'
import { newBookPanels } from '#catalogue/book/book.slots.ts'
import { BookNewPage } from '#catalogue/book/edit/book-edit-page.tsx'
import { genresQuery } from '#catalogue/genre/genre.data.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'
import { PendingDetail } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/books/new')({
  staticData: { slots: [newBookPanels] },
  beforeLoad: ({ context }) => requirePermission(context.person, 'book:create'),
  loader: async ({ context: { queryClient } }) => {
    const [panels] = await Promise.all([newBookPanels.load({ queryClient }), queryClient.query(genresQuery)])
    return { title: m.book_new_title(), hasPanel: panels.includes(true) }
  },
  head: titleHead(),
  pendingComponent: PendingDetail,
  component: Page,
})

function Page() {
  return <BookNewPage hasPanel={Route.useLoaderData().hasPanel} />
}
