import { createFileRoute, notFound } from '@tanstack/react-router'
import { m } from '#base/i18n/paraglide/messages.js'
import { cornerStateQuery } from '#shelves/self-service/corner.data.ts'
import { CornerPage } from '#shelves/self-service/page/corner-page.tsx'
import { titleHead } from '#shell/page-title.ts'

export const Route = createFileRoute('/desk/self')({
  beforeLoad: ({ context: { settings } }) => {
    if (!settings.isLending) throw notFound()
  },
  loader: async ({ context: { queryClient } }) => {
    await queryClient.query(cornerStateQuery)
    return { title: m.corner_page_title() }
  },
  head: titleHead(),
  component: Page,
})

function Page() {
  return <CornerPage isSignedIn={Route.useRouteContext().person !== null} />
}
