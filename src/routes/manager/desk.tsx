import { createFileRoute } from '@tanstack/react-router'
import { guardByLending } from '#lending/lending.guard.ts'
import { deskDayQuery } from '#lending/desk/desk.data.ts'
import { deskActions, deskNotices } from '#lending/desk/desk.slots.ts'
import { DeskPage } from '#lending/desk/page/desk-page.tsx'
import { classSetLinks } from '#lending/loan/loan.slots.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'
import { PendingRows } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/desk')({
  staticData: { slots: [classSetLinks, deskActions, deskNotices] },
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
