import { createFileRoute } from '@tanstack/react-router'
import { guardByLending } from '#lending/lending.guard.ts'
import { CalendarPage } from '#school/school-year/calendar/calendar-page.tsx'
import { calendarQuery } from '#school/school-year/calendar/calendar.data.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'
import { PendingRows } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/borrowers/calendar')({
  beforeLoad: ({ context }) => guardByLending(context, 'borrower:update'),
  loader: async ({ context: { queryClient } }) => {
    await queryClient.query(calendarQuery)
    return { title: m.calendar_title() }
  },
  head: titleHead(),
  pendingComponent: PendingRows,
  component: Page,
})

function Page() {
  return <CalendarPage timeZone={Route.useRouteContext().settings.timeZone} />
}
