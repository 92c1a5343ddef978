import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { AccountPage } from '#features/account/account-page.tsx'
import { loadAccount } from '#features/account/account-load.data.ts'
import { accountSearchSchema } from '#features/account/account-search.schema.ts'
import { m } from '#i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'
import { PendingAccount } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/app/account')({
  validateSearch: accountSearchSchema,
  search: { middlewares: [stripSearchParams({ state: '', newEmail: '' })] },
  loader: async ({ context, cause }) => {
    if (cause !== 'stay') await loadAccount(context)
    return { title: m.account_page_title() }
  },
  head: titleHead(),
  pendingComponent: PendingAccount,
  component: Page,
})

function Page() {
  return <AccountPage build={Route.useRouteContext().settings} search={Route.useSearch()} />
}
