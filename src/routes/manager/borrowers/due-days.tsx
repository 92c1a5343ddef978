import { createFileRoute } from '@tanstack/react-router'
import { guardByLending } from '#lending/lending.guard.ts'
import { groupsQuery } from '#lending/borrower/group/group.data.ts'
import { DueDaysPage } from '#school/school-year/due-days/due-days-page.tsx'
import { lastDueDaysQuery } from '#school/school-year/due-days/due-days.data.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'
import { PendingRows } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/borrowers/due-days')({
  beforeLoad: ({ context }) => guardByLending(context, 'loan:update'),
  loader: async ({ context: { queryClient } }) => {
    await Promise.all([queryClient.query(groupsQuery), queryClient.query(lastDueDaysQuery)])
    return { title: m.due_days_title() }
  },
  head: titleHead(),
  pendingComponent: PendingRows,
  component: Page,
})

function Page() {
  return <DueDaysPage timeZone={Route.useRouteContext().settings.timeZone} />
}
