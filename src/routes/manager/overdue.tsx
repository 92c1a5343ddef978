import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { groupsQuery } from '#lending/borrower/group/group.data.ts'
import { guardByLending } from '#lending/lending.guard.ts'
import { classSetLinks } from '#lending/loan/loan.slots.ts'
import { OverduePage } from '#lending/loan/overdue/overdue-page.tsx'
import { overdueActions } from '#lending/loan/overdue/overdue.slots.ts'
import { overdueQuery } from '#lending/loan/overdue/overdue.data.ts'
import { overdueSearchSchema } from '#lending/loan/overdue/overdue-search.schema.ts'
import { lateFilter } from '#lending/loan/overdue/overdue.schema.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'
import { PendingRows } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/overdue')({
  staticData: { slots: [overdueActions, classSetLinks] },
  validateSearch: overdueSearchSchema,
  beforeLoad: ({ context }) => guardByLending(context, 'loan:read'),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    await Promise.all([queryClient.query(overdueQuery(lateFilter(deps))), queryClient.query(groupsQuery)])
    return { title: m.overdue_title() }
  },
  head: titleHead(),
  pendingComponent: PendingRows,
  component: Page,
})

function Page() {
  const { items } = useSuspenseQuery(groupsQuery).data
  return <OverduePage filter={lateFilter(Route.useLoaderDeps())} groups={items} />
}
