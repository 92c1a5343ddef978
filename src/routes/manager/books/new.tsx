import { createFileRoute } from '@tanstack/react-router'
import { requirePermission } from '#auth/browser/guard.ts'
import { BookNewPage } from '#features/book/edit/book-edit-page.tsx'
import { genresQuery } from '#features/genre/genre.data.ts'
import { lookupSourcesQuery } from '#features/lookup/lookup.data.ts'
import { m } from '#i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'
import { PendingDetail } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/books/new')({
  beforeLoad: ({ context }) => requirePermission(context.person, 'book:create'),
  loader: async ({ context: { queryClient } }) => {
    await Promise.all([queryClient.query(genresQuery), queryClient.query(lookupSourcesQuery)])
    return { title: m.book_new_title() }
  },
  head: titleHead(),
  pendingComponent: PendingDetail,
  component: BookNewPage,
})
