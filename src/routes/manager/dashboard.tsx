import { createFileRoute } from '@tanstack/react-router'
import { DashboardPage } from '#features/dashboard/dashboard-page.tsx'
import { totalsQuery } from '#features/dashboard/dashboard.data.ts'
import { m } from '#i18n/paraglide/messages.js'
import { pageTitle } from '#shell/page-title.ts'

export const Route = createFileRoute('/manager/dashboard')({
  loader: async ({ context: { queryClient } }) => {
    await queryClient.query(totalsQuery)
  },
  head: ({ match }) => ({ meta: [{ title: pageTitle(m.dashboard_page_title(), match.context) }] }),
  component: DashboardPage,
})
