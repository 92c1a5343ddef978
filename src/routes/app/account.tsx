import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { can } from '#auth/permissions.ts'
import { AccountPage } from '#features/account/account-page.tsx'
import { apiKeysQuery } from '#features/api-key/api-key.data.ts'
import { ownSessionsQuery } from '#features/session/session.data.ts'
import { accountSearchSchema } from '#features/account/account-search.schema.ts'
import { m } from '#i18n/paraglide/messages.js'
import { pageTitle } from '#shell/page-title.ts'
import { PendingAccount } from '#shell/pending-page.tsx'

export const Route = createFileRoute('/app/account')({
  validateSearch: accountSearchSchema,
  search: { middlewares: [stripSearchParams({ state: '', newEmail: '' })] },
  loader: async ({ context: { queryClient, person }, cause }) => {
    if (cause === 'stay') return
    // Optional: the page retries them itself.
    await Promise.allSettled([
      queryClient.query(ownSessionsQuery),
      can(person.role, 'apps:manager') && queryClient.query(apiKeysQuery),
    ])
  },
  head: ({ match }) => ({ meta: [{ title: pageTitle(m.account_page_title(), match) }] }),
  pendingComponent: PendingAccount,
  component: Page,
})

function Page() {
  return <AccountPage build={Route.useRouteContext().settings} search={Route.useSearch()} />
}
