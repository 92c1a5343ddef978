import { createFileRoute } from '@tanstack/react-router'
import { guardByLending } from '#auth/browser/guard.ts'
import { BorrowerMissingPage, BorrowerPage } from '#features/borrower/borrower-page.tsx'
import { borrowerQuery } from '#features/borrower/borrower.data.ts'
import { loansOfBorrowerQuery } from '#features/loan/loan.data.ts'
import { throwNotFound } from '#errors/throw-not-found.ts'
import { m } from '#i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'
import { PendingDetail } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/borrowers/$id')({
  beforeLoad: ({ context }) => guardByLending(context, 'borrower:read'),
  loader: async ({ context: { queryClient }, params: { id } }) => {
    const borrower = await queryClient
      .query(borrowerQuery(id))
      .catch((error) => throwNotFound(error, m.borrower_gone()))
    // Optional: the page retries it itself.
    await queryClient.query(loansOfBorrowerQuery(id)).catch(() => undefined)
    return { title: borrower.name }
  },
  head: titleHead(),
  pendingComponent: PendingDetail,
  component: Page,
  notFoundComponent: BorrowerMissingPage,
})

function Page() {
  const { id } = Route.useParams()
  // A page of its own for each: a question that is open about one would become the question about another by Back.
  return <BorrowerPage key={id} id={id} timeZone={Route.useRouteContext().settings.timeZone} />
}
