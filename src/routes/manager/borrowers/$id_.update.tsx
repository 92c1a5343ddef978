import { createFileRoute } from '@tanstack/react-router'
import { guardByLending } from '#lending/lending.guard.ts'
import { BorrowerUpdatePage } from '#lending/borrower/borrower-edit-page.tsx'
import { borrowerQuery } from '#lending/borrower/borrower.data.ts'
import { DeletedBorrowerPage } from '#lending/borrower/trash/deleted-borrower-page.tsx'
import { throwNotFound } from '#base/errors/throw-not-found.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'
import { PendingDetail } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/borrowers/$id_/update')({
  beforeLoad: ({ context }) => guardByLending(context, 'borrower:update'),
  loader: async ({ context: { queryClient }, params: { id }, cause }) => {
    // The edit begins with the newest version; while it goes on, the form keeps what was opened.
    const newest = { ...borrowerQuery(id), ...(cause !== 'stay' && { staleTime: 0 }) }
    const { name } = await queryClient.query(newest).catch((error) => throwNotFound(error, m.borrower_gone()))
    return { title: m.noun_edit_title({ name }) }
  },
  head: titleHead(),
  pendingComponent: PendingDetail,
  component: Page,
  notFoundComponent: Missing,
})

function Page() {
  return <BorrowerUpdatePage id={Route.useParams().id} />
}

function Missing() {
  const { id } = Route.useParams()
  return <DeletedBorrowerPage key={id} id={id} />
}
