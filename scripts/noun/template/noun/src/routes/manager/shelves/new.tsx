import { createFileRoute } from '@tanstack/react-router'
import { requirePermission } from '#base/auth/browser/guard.ts'
import { ShelfNewPage } from '#catalogue/shelf/shelf-edit-page.tsx'
import { m } from '#base/i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'
import { PendingDetail } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/shelves/new')({
  beforeLoad: ({ context }) => requirePermission(context.person, 'shelf:create'),
  head: titleHead(m.shelf_new),
  pendingComponent: PendingDetail,
  component: ShelfNewPage,
})
