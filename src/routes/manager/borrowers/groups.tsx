import { createFileRoute } from '@tanstack/react-router'
import { guardByLending } from '#lending/lending.guard.ts'
import { groupLinks } from '#lending/borrower/borrower.slots.ts'
import { GroupListPage } from '#lending/borrower/group/group-list-page.tsx'
import { groupsQuery } from '#lending/borrower/group/group.data.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'
import { PendingRows } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/borrowers/groups')({
  staticData: { slots: [groupLinks] },
  beforeLoad: ({ context }) => guardByLending(context, 'borrower:read'),
  loader: async ({ context: { queryClient } }) => {
    await queryClient.query(groupsQuery)
    return { title: m.group_list() }
  },
  head: titleHead(),
  pendingComponent: PendingRows,
  component: GroupListPage,
})
