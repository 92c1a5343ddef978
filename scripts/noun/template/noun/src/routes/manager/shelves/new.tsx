import { createFileRoute } from '@tanstack/react-router'
import { requirePermission } from '#auth/browser/guard.ts'
import { ShelfNewPage } from '#features/shelf/shelf-edit-page.tsx'
import { m } from '#i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'
import { PendingDetail } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/shelves/new')({
  beforeLoad: ({ context }) => requirePermission(context.person, 'shelf:create'),
  head: titleHead(m.shelf_new),
  pendingComponent: PendingDetail,
  component: ShelfNewPage,
})
