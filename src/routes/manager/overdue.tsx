import { createFileRoute } from '@tanstack/react-router'
import { guardByLending } from '#auth/browser/guard.ts'
import { OverduePage } from '#features/loan/overdue/overdue-page.tsx'
import { overdueQuery } from '#features/loan/overdue/overdue.data.ts'
import { m } from '#i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'
import { PendingRows } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/overdue')({
  beforeLoad: ({ context }) => guardByLending(context, 'loan:read'),
  loader: async ({ context: { queryClient } }) => {
    await queryClient.query(overdueQuery)
    return { title: m.overdue_title() }
  },
  head: titleHead(),
  pendingComponent: PendingRows,
  component: OverduePage,
})
