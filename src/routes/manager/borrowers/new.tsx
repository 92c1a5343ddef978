import { createFileRoute } from '@tanstack/react-router'
import { guardByLending } from '#lending/lending.guard.ts'
import { BorrowerNewPage } from '#lending/borrower/borrower-edit-page.tsx'
import { m } from '#base/i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'
import { PendingDetail } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/borrowers/new')({
  beforeLoad: ({ context }) => guardByLending(context, 'borrower:create'),
  loader: () => ({ title: m.borrower_new() }),
  head: titleHead(),
  pendingComponent: PendingDetail,
  component: BorrowerNewPage,
})
