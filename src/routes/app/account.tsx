import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { AccountPage } from '#features/account/account-page.tsx'
import { sessionsQuery } from '#features/account/account.data.ts'
import { accountSearchSchema } from '#features/account/account-search.schema.ts'
import { m } from '#i18n/paraglide/messages.js'
import { pageTitle } from '#shell/page-title.ts'

export const Route = createFileRoute('/app/account')({
  validateSearch: accountSearchSchema,
  search: { middlewares: [stripSearchParams({ state: '', newEmail: '' })] },
  loader: async ({ context: { queryClient }, cause }) => {
    // The page stands without them, and asks again.
    if (cause !== 'stay') await queryClient.query(sessionsQuery).catch(() => undefined)
  },
  head: ({ match }) => ({ meta: [{ title: pageTitle(m.account_page_title(), match.context) }] }),
  component: Page,
})

function Page() {
  return <AccountPage build={Route.useRouteContext().settings} search={Route.useSearch()} />
}
