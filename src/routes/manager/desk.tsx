import { createFileRoute } from '@tanstack/react-router'
import { guardByLending } from '#auth/browser/guard.ts'
import { deskDayQuery } from '#features/desk/desk.data.ts'
import { DeskPage } from '#features/desk/page/desk-page.tsx'
import { m } from '#i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'
import { PendingRows } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/desk')({
  beforeLoad: ({ context }) => guardByLending(context, 'desk:read'),
  loader: async ({ context: { queryClient } }) => {
    await queryClient.query(deskDayQuery())
    return { title: m.desk_title() }
  },
  head: titleHead(),
  pendingComponent: PendingRows,
  component: Page,
})

function Page() {
  return <DeskPage timeZone={Route.useRouteContext().settings.timeZone} />
}
