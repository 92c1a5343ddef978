import { createFileRoute } from '@tanstack/react-router'
import { requirePermission } from '#base/auth/browser/guard.ts'
import { sheetQuery } from '#operations/backup/sheet/sheet.data.ts'
import { SheetPage } from '#operations/backup/sheet/sheet-page.tsx'
import { m } from '#base/i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'
import { PendingRows } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/backups_/sheet')({
  beforeLoad: ({ context }) => requirePermission(context.person, 'backup:read'),
  loader: async ({ context: { queryClient } }) => {
    await queryClient.query(sheetQuery)
    return { title: m.setup_sheet_title() }
  },
  head: titleHead(),
  pendingComponent: PendingRows,
  component: Page,
})

function Page() {
  const { settings } = Route.useRouteContext()
  return <SheetPage timeZone={settings.timeZone} />
}
