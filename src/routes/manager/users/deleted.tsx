import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { requirePermission } from '#base/auth/browser/guard.ts'
import { UserTrashPage } from '#people/user/trash/user-trash-page.tsx'
import { userTrashQuery } from '#people/user/trash/user-trash.data.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { searchTermSchema, typedTermSchema } from '#base/lib/list/list-input.ts'
import { isRetrying } from '#base/lib/connection/retry.ts'
import { titleHead } from '#shell/page-title.ts'
import { PendingList } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/users/deleted')({
  validateSearch: z.object({ searchTerm: typedTermSchema }),
  search: { middlewares: [stripSearchParams({ searchTerm: '' })] },
  beforeLoad: ({ context }) => requirePermission(context.person, 'user:delete'),
  loaderDeps: ({ search: { searchTerm } }) => ({ searchTerm }),
  loader: async ({ context: { queryClient }, deps: { searchTerm }, cause }) => {
    const page = { title: m.user_trash_title() }
    // While the user types, the current list stays until the next is loaded.
    if (cause === 'stay' && !isRetrying()) return page
    const term = searchTermSchema.safeParse(searchTerm)
    if (term.success) await queryClient.infiniteQuery(userTrashQuery(term.data))
    return page
  },
  head: titleHead(),
  pendingComponent: PendingList,
  component: Page,
})

function Page() {
  return <UserTrashPage {...Route.useLoaderDeps()} timeZone={Route.useRouteContext().settings.timeZone} />
}
