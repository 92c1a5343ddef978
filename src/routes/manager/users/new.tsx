import { createFileRoute } from '@tanstack/react-router'
import { requirePermission } from '#base/auth/browser/guard.ts'
import { UserNewPage } from '#people/user/edit/user-new-page.tsx'
import { m } from '#base/i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'
import { PendingDetail } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/users/new')({
  beforeLoad: ({ context }) => requirePermission(context.person, 'user:create'),
  loader: () => ({ title: m.users_new() }),
  head: titleHead(),
  pendingComponent: PendingDetail,
  component: UserNewPage,
})
