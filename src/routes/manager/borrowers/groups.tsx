import { createFileRoute } from '@tanstack/react-router'
import { guardByLending } from '#auth/browser/guard.ts'
import { GroupListPage } from '#features/borrower/group/group-list-page.tsx'
import { closedDaysQuery, groupsQuery } from '#features/borrower/group/group.data.ts'
import { m } from '#i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'
import { PendingRows } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/borrowers/groups')({
  beforeLoad: ({ context }) => guardByLending(context, 'borrower:read'),
  loader: async ({ context: { queryClient } }) => {
    await Promise.all([queryClient.query(groupsQuery), queryClient.query(closedDaysQuery)])
    return { title: m.group_list() }
  },
  head: titleHead(),
  pendingComponent: PendingRows,
  component: GroupListPage,
})
