import { createFileRoute } from '@tanstack/react-router'
import { requirePermission } from '#auth/browser/guard.ts'
import { BackupListPage } from '#features/backup/backup-list-page.tsx'
import { backupsQuery } from '#features/backup/backup.data.ts'
import { m } from '#i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'
import { PendingRows } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/backups')({
  beforeLoad: ({ context }) => requirePermission(context.person, 'backup:read'),
  loader: async ({ context: { queryClient } }) => {
    await queryClient.query(backupsQuery)
    return { title: m.backups_title() }
  },
  head: titleHead(),
  pendingComponent: PendingRows,
  component: Page,
})

function Page() {
  const { settings } = Route.useRouteContext()
  return <BackupListPage timeZone={settings.timeZone} />
}
