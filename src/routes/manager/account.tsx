import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { AccountPage } from '#people/account/account-page.tsx'
import { accountPanels, devicePanels } from '#people/account/account.slots.ts'
import { loadAccount } from '#people/account/account-load.data.ts'
import { accountSearchSchema } from '#people/account/account-search.schema.ts'
import { apiKeyLinks } from '#people/api-key/api-key.slots.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'
import { PendingManagerAccount } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/account')({
  staticData: { slots: [accountPanels, devicePanels, apiKeyLinks] },
  validateSearch: accountSearchSchema,
  search: { middlewares: [stripSearchParams({ state: '', newEmail: '' })] },
  loader: async ({ context, cause }) => {
    if (cause !== 'stay') await loadAccount(context)
    return { title: m.account_page_title() }
  },
  head: titleHead(),
  pendingComponent: PendingManagerAccount,
  component: Page,
})

function Page() {
  return <AccountPage build={Route.useRouteContext().settings} search={Route.useSearch()} isManager />
}
