import { createFileRoute } from '@tanstack/react-router'
import { guardByLending } from '#auth/browser/guard.ts'
import { BorrowerPage } from '#features/borrower/borrower-page.tsx'
import { borrowerQuery } from '#features/borrower/borrower.data.ts'
import { DeletedBorrowerPage } from '#features/borrower/trash/deleted-borrower-page.tsx'
import { deletedBorrowerQuery } from '#features/borrower/trash/borrower-trash.data.ts'
import { lendingOfBorrowerQuery } from '#features/loan/loan.data.ts'
import { throwNotFound } from '#errors/throw-not-found.ts'
import { m } from '#i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'
import { PendingDetail } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/borrowers/$id')({
  beforeLoad: ({ context }) => guardByLending(context, 'borrower:read'),
  loader: async ({ context: { queryClient }, params: { id } }) => {
    const borrower = await queryClient.query(borrowerQuery(id)).catch(async (error: unknown) => {
      // Optional: without it the borrower is only said not to be there.
      const deleted = await queryClient.query(deletedBorrowerQuery(id)).catch(() => null)
      return throwNotFound(error, (deleted ? m.borrower_trash_page_title : m.borrower_gone)())
    })
    // Optional: the page retries it itself.
    await queryClient.query(lendingOfBorrowerQuery(id)).catch(() => undefined)
    return { title: borrower.name }
  },
  head: titleHead(),
  pendingComponent: PendingDetail,
  component: Page,
  notFoundComponent: Missing,
})

function Page() {
  const { id } = Route.useParams()
  // A page of its own for each: a question that is open about one would become the question about another by Back.
  return <BorrowerPage key={id} id={id} timeZone={Route.useRouteContext().settings.timeZone} />
}

function Missing() {
  const { id } = Route.useParams()
  return <DeletedBorrowerPage key={id} id={id} />
}
