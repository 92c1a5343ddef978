import { createFileRoute } from '@tanstack/react-router'
import { guardByLending, requirePermission } from '#auth/browser/guard.ts'
import { BorrowerNewPage } from '#features/borrower/borrower-edit-page.tsx'
import { m } from '#i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'
import { PendingDetail } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/borrowers/new')({
  beforeLoad: ({ context }) => {
    guardByLending(context.settings)
    requirePermission(context.person, 'borrower:create')
  },
  head: titleHead(m.borrower_new),
  pendingComponent: PendingDetail,
  component: BorrowerNewPage,
})
