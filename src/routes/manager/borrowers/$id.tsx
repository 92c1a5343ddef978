import { createFileRoute } from '@tanstack/react-router'
import { guardByLending } from '#lending/lending.guard.ts'
import { BorrowerPage } from '#lending/borrower/borrower-page.tsx'
import { borrowerActions, borrowerPanels } from '#lending/borrower/borrower.slots.ts'
import { borrowerQuery } from '#lending/borrower/borrower.data.ts'
import { DeletedBorrowerPage } from '#lending/borrower/trash/deleted-borrower-page.tsx'
import { deletedBorrowerQuery } from '#lending/borrower/trash/borrower-trash.data.ts'
import { lendingOfBorrowerQuery } from '#lending/loan/loan.data.ts'
import { throwNotFound } from '#base/errors/throw-not-found.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'
import { PendingDetail } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/borrowers/$id')({
  staticData: { slots: [borrowerPanels, borrowerActions] },
  beforeLoad: ({ context }) => guardByLending(context, 'borrower:read'),
  loader: async ({ context: { queryClient }, params: { id } }) => {
    const borrower = await queryClient.query(borrowerQuery(id)).catch(async (error: unknown) => {
      // Optional: without it the borrower is only said not to be there.
      const deleted = await queryClient.query(deletedBorrowerQuery(id)).catch(() => null)
      return throwNotFound(error, (deleted ? m.borrower_trash_page_title : m.borrower_gone)())
    })
    // Optional: the page retries it itself.
    await queryClient.query(lendingOfBorrowerQuery(id)).catch(() => undefined)
    await Promise.allSettled([borrowerPanels.load({ queryClient, id }), borrowerActions.preload()])
    return { title: borrower.name }
  },
  head: titleHead(),
  pendingComponent: PendingDetail,
  component: Page,
  notFoundComponent: Missing,
})

function Page() {
  const { id } = Route.useParams()
  // Rendered anew for each id: else Back would turn an open question about one row into a question about another.
  return <BorrowerPage key={id} id={id} timeZone={Route.useRouteContext().settings.timeZone} />
}

function Missing() {
  const { id } = Route.useParams()
  return <DeletedBorrowerPage key={id} id={id} />
}
