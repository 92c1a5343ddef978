import { createFileRoute } from '@tanstack/react-router'
import { requirePermission } from '#base/auth/browser/guard.ts'
import { ImportListPage } from '#exchange/import/import-list-page.tsx'
import { importsQuery } from '#exchange/import/import.data.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'
import { PendingRows } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/import/')({
  beforeLoad: ({ context }) => requirePermission(context.person, 'catalogue:import'),
  loader: async ({ context: { queryClient } }) => {
    await queryClient.query(importsQuery)
    return { title: m.import_title() }
  },
  head: titleHead(),
  pendingComponent: PendingRows,
  component: Page,
})

function Page() {
  return <ImportListPage timeZone={Route.useRouteContext().settings.timeZone} />
}
