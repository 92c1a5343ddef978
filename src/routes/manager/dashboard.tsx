import { createFileRoute } from '@tanstack/react-router'
import { recentActivityQuery } from '#features/activity/activity.data.ts'
import { DashboardPage } from '#features/dashboard/dashboard-page.tsx'
import { figuresQuery, loadCharts } from '#features/dashboard/dashboard.data.ts'
import { passkeyOfferQuery } from '#features/passkey/passkey-edit.data.ts'
import { m } from '#i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'
import { PendingDashboard } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/dashboard')({
  loader: async ({ context: { queryClient } }) => {
    await Promise.all([
      queryClient.query(figuresQuery),
      loadCharts(),
      // Optional: the page retries the one itself, and does without the other.
      queryClient.query(passkeyOfferQuery).catch(() => undefined),
      queryClient.query(recentActivityQuery).catch(() => undefined),
    ])
    return { title: m.dashboard_page_title() }
  },
  head: titleHead(),
  pendingComponent: PendingDashboard,
  component: DashboardPage,
})
