import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { guardByLending } from '#lending/lending.guard.ts'
import { groupsQuery } from '#lending/borrower/group/group.data.ts'
import { ClassAccountPage } from '#school/class-account/page/class-account-page.tsx'
import { lastAccountsQuery } from '#school/class-account/class-account.data.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'
import { PendingRows } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/borrowers/accounts')({
  validateSearch: z.object({ groupId: z.catch(z.optional(z.uuid()), undefined) }),
  beforeLoad: ({ context }) => guardByLending(context, 'borrower:update'),
  loader: async ({ context: { queryClient } }) => {
    await Promise.all([queryClient.query(groupsQuery), queryClient.query(lastAccountsQuery)])
    return { title: m.class_account_title() }
  },
  head: titleHead(),
  pendingComponent: PendingRows,
  component: Page,
})

function Page() {
  return <ClassAccountPage {...Route.useSearch()} timeZone={Route.useRouteContext().settings.timeZone} />
}
