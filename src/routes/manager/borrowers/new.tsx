import { createFileRoute } from '@tanstack/react-router'
import { guardByLending } from '#auth/browser/guard.ts'
import { BorrowerNewPage } from '#features/borrower/borrower-edit-page.tsx'
import { m } from '#i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'
import { PendingDetail } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/borrowers/new')({
  beforeLoad: ({ context }) => guardByLending(context, 'borrower:create'),
  loader: () => ({ title: m.borrower_new() }),
  head: titleHead(),
  pendingComponent: PendingDetail,
  component: BorrowerNewPage,
})
