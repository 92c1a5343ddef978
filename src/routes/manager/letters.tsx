import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { groupsQuery } from '#lending/borrower/group/group.data.ts'
import { guardByLending } from '#lending/lending.guard.ts'
import { overdueSearchSchema } from '#lending/loan/overdue/overdue-search.schema.ts'
import { lateFilter } from '#lending/loan/overdue/overdue.schema.ts'
import { LettersPage } from '#shelves/reminder/page/letters-page.tsx'
import { letterMailsQuery } from '#shelves/reminder/mail/mail.data.ts'
import { lettersQuery } from '#shelves/reminder/reminder.data.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'
import { PendingRows } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/letters')({
  validateSearch: overdueSearchSchema,
  beforeLoad: ({ context }) => guardByLending(context, 'loan:read'),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    await Promise.all([
      queryClient.query(lettersQuery({ ...lateFilter(deps), form: 'group' })),
      queryClient.query(groupsQuery),
      // Optional: the page asks again.
      queryClient.query(letterMailsQuery(lateFilter(deps))).catch(() => undefined),
    ])
    return { title: m.letters_title() }
  },
  head: titleHead(),
  pendingComponent: PendingRows,
  component: Page,
})

function Page() {
  const { items } = useSuspenseQuery(groupsQuery).data
  return <LettersPage filter={lateFilter(Route.useLoaderDeps())} groups={items} />
}
