import { createFileRoute } from '@tanstack/react-router'
import { recentActivityQuery } from '#kit/activity/activity.data.ts'
import { manyBooksLinks } from '#catalogue/book/book.slots.ts'
import { activityBulkActions, importNames } from '#kit/activity/activity.slots.ts'
import { attentionTexts } from '#kit/navigation/navigation.slots.ts'
import { lendingFigures } from '#kit/installation/installation.slots.ts'
import { DashboardPage } from '#operations/dashboard/dashboard-page.tsx'
import { figuresQuery, loadCharts } from '#operations/dashboard/dashboard.data.ts'
import { passkeyOfferQuery } from '#people/passkey/passkey-edit.data.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'
import { PendingDashboard } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/dashboard')({
  staticData: { slots: [lendingFigures, manyBooksLinks, activityBulkActions, importNames, attentionTexts] },
  loader: async ({ context: { queryClient } }) => {
    await Promise.all([
      queryClient.query(figuresQuery),
      loadCharts(),
      // Optional: the dashboard does without the offer of a passkey, and loads the recent activity itself.
      queryClient.query(passkeyOfferQuery).catch(() => undefined),
      queryClient.query(recentActivityQuery).catch(() => undefined),
    ])
    return { title: m.dashboard_page_title() }
  },
  head: titleHead(),
  pendingComponent: PendingDashboard,
  component: DashboardPage,
})
