import { createFileRoute } from '@tanstack/react-router'
import { requirePermission } from '#base/auth/browser/guard.ts'
import { UpdatePage } from '#operations/update/update-page.tsx'
import { m } from '#base/i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'
import { PendingRows } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/update')({
  beforeLoad: ({ context }) => requirePermission(context.person, 'settings:read'),
  loader: () => ({ title: m.update_title() }),
  head: titleHead(),
  pendingComponent: PendingRows,
  component: Page,
})

function Page() {
  const { settings } = Route.useRouteContext()
  return <UpdatePage timeZone={settings.timeZone} />
}
