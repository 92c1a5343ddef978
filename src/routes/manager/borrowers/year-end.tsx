import { createFileRoute } from '@tanstack/react-router'
import { guardByLending } from '#lending/lending.guard.ts'
import { YearEndPage } from '#school/school-year/year-end/year-end-page.tsx'
import { yearEndPreviewQuery } from '#school/school-year/year-end/year-end.data.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'
import { PendingRows } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/borrowers/year-end')({
  beforeLoad: ({ context }) => guardByLending(context, 'borrower:update'),
  loader: async ({ context: { queryClient } }) => {
    await queryClient.query({ ...yearEndPreviewQuery, staleTime: 0 })
    return { title: m.year_end_title() }
  },
  head: titleHead(),
  pendingComponent: PendingRows,
  component: Page,
})

function Page() {
  return <YearEndPage timeZone={Route.useRouteContext().settings.timeZone} />
}
