import { createFileRoute } from '@tanstack/react-router'
import { guardByLending } from '#lending/lending.guard.ts'
import { ownLoansQuery } from '#lending/loan/own/own-loan.data.ts'
import { postOwnLoan } from '#lending/loan/own/own-loan-form.server.ts'
import { OwnLoanListPage } from '#lending/loan/own/own-loan-list-page.tsx'
import { m } from '#base/i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'
import { PendingAccount } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/app/loans')({
  // The forms of the buttons on this page and on the page of a book, without script.
  server: { handlers: { POST: ({ request, next }) => postOwnLoan(request, (sent) => next({ context: { sent } })) } },
  beforeLoad: ({ context }) => guardByLending(context, 'book:read'),
  loader: async ({ context: { queryClient }, serverContext }) => {
    // The page itself says that the loans could not be loaded, and tries again.
    await queryClient.query(ownLoansQuery).catch(() => undefined)
    // Here and not in `head`, which everybody's first page has.
    return { sent: serverContext?.sent ?? null, title: m.own_title() }
  },
  head: titleHead(),
  pendingComponent: PendingAccount,
  component: Page,
})

function Page() {
  return <OwnLoanListPage sent={Route.useLoaderData().sent} timeZone={Route.useRouteContext().settings.timeZone} />
}
