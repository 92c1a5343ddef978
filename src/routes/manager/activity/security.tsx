import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { requirePermission } from '#base/auth/browser/guard.ts'
import { SecurityLogPage } from '#people/security/security-log-page.tsx'
import { borrowerNames } from '#people/security/security.slots.ts'
import { securitySearchSchema } from '#people/security/security-search.schema.ts'
import { securityLogQuery } from '#people/security/security.data.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { searchProblem } from '#base/lib/list/list-input.ts'
import { isRetrying } from '#base/lib/connection/retry.ts'
import { titleHead } from '#shell/page-title.ts'
import { PendingList } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/activity/security')({
  staticData: { slots: [borrowerNames] },
  validateSearch: securitySearchSchema,
  search: { middlewares: [stripSearchParams({ searchTerm: '' })] },
  // Named one by one, because the router adds all other parameters of the URL.
  loaderDeps: ({ search: { searchTerm, event } }) => ({ searchTerm, event }),
  beforeLoad: ({ context }) => requirePermission(context.person, 'security:read'),
  loader: async ({ context: { queryClient }, deps, cause }) => {
    // While the user types, the current list stays until the next is loaded.
    const page = { title: m.security_title() }
    if (cause === 'stay' && !isRetrying()) return page
    if (searchProblem(deps.searchTerm) === undefined)
      await queryClient.infiniteQuery(securityLogQuery({ ...deps, searchTerm: deps.searchTerm.trim() }))
    return page
  },
  head: titleHead(),
  pendingComponent: PendingList,
  component: Page,
})

function Page() {
  return <SecurityLogPage search={Route.useLoaderDeps()} timeZone={Route.useRouteContext().settings.timeZone} />
}
