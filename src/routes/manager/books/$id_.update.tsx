import { createFileRoute } from '@tanstack/react-router'
import { requirePermission } from '#base/auth/browser/guard.ts'
import { BookUpdatePage } from '#catalogue/book/edit/book-edit-page.tsx'
import { ManagerBookMissingPage } from '#catalogue/book/page/book-missing-page.tsx'
import { bookQuery } from '#catalogue/book/book.data.ts'
import { genresQuery } from '#catalogue/genre/genre.data.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { throwNotFound } from '#base/errors/throw-not-found.ts'
import { titleHead } from '#shell/page-title.ts'
import { PendingDetail } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/books/$id_/update')({
  beforeLoad: ({ context }) => requirePermission(context.person, 'book:update'),
  loader: async ({ context: { queryClient }, params: { id }, cause }) => {
    const [book] = await Promise.all([
      // Loads the latest version when the form is opened, but keeps it while the form is edited.
      queryClient
        .query({ ...bookQuery(id), ...(cause !== 'stay' && { staleTime: 0 }) })
        .catch((error) => throwNotFound(error, m.book_not_found_title())),
      queryClient.query(genresQuery),
    ])
    return { title: m.book_edit_title({ title: book.title }) }
  },
  head: titleHead(),
  pendingComponent: PendingDetail,
  component: Page,
  notFoundComponent: ManagerBookMissingPage,
})

function Page() {
  return <BookUpdatePage id={Route.useParams().id} />
}
