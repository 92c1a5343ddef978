import { createFileRoute } from '@tanstack/react-router'
import { requirePermission } from '#base/auth/browser/guard.ts'
import { BackupListPage } from '#operations/backup/backup-list-page.tsx'
import { backupsQuery } from '#operations/backup/backup.data.ts'
import { sheetQuery } from '#operations/backup/sheet/sheet.data.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'
import { PendingRows } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/backups')({
  beforeLoad: ({ context }) => requirePermission(context.person, 'backup:read'),
  loader: async ({ context: { queryClient } }) => {
    await Promise.all([queryClient.query(backupsQuery), queryClient.query(sheetQuery)])
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
