import { createFileRoute } from '@tanstack/react-router'
import { requirePermission } from '#auth/browser/guard.ts'
import { SettingsPage } from '#features/settings/settings-page.tsx'
import { settingListQuery } from '#features/settings/settings-list.data.ts'
import { m } from '#i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'
import { PendingRows } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/settings')({
  beforeLoad: ({ context }) => requirePermission(context.person, 'settings:read'),
  loader: async ({ context: { queryClient } }) => {
    await queryClient.query(settingListQuery)
    return { title: m.settings_title() }
  },
  head: titleHead(),
  pendingComponent: PendingRows,
  component: SettingsPage,
})
