import { createFileRoute } from '@tanstack/react-router'
import { AccountPage } from '#features/account/account-page.tsx'
import { m } from '#i18n/paraglide/messages.js'
import { pageTitle } from '#shell/page-title.ts'

export const Route = createFileRoute('/app/account')({
  head: ({ match }) => ({ meta: [{ title: pageTitle(m.account_page_title(), match.context) }] }),
  component: Page,
})

function Page() {
  return <AccountPage version={Route.useRouteContext().settings.version} />
}
