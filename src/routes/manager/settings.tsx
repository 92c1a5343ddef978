import { createFileRoute } from '@tanstack/react-router'
import { requirePermission } from '#base/auth/browser/guard.ts'
import { SettingsPage } from '#operations/settings/settings-page.tsx'
import { settingPanels } from '#kit/library-settings/library-settings.slots.ts'
import { settingListQuery } from '#operations/settings/settings-list.data.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'
import { PendingRows } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/settings')({
  staticData: { slots: [settingPanels] },
  beforeLoad: ({ context }) => requirePermission(context.person, 'settings:read'),
  loader: async ({ context: { queryClient } }) => {
    await queryClient.query(settingListQuery)
    await settingPanels.load({ queryClient }).catch(() => undefined)
    return { title: m.settings_title() }
  },
  head: titleHead(),
  pendingComponent: PendingRows,
  component: SettingsPage,
})
