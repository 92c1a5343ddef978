import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { UserListPage } from '#people/user/list/user-list-page.tsx'
import { usersQuery } from '#people/user/user.data.ts'
import { userFilterSchema } from '#people/user/user.schema.ts'
import { userSearchSchema } from '#people/user/list/user-search.schema.ts'
import { viewsQuery } from '#kit/view/view.data.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { isRetrying } from '#base/lib/connection/retry.ts'
import { titleHead } from '#shell/page-title.ts'
import { PendingList } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/users/')({
  validateSearch: userSearchSchema,
  search: { middlewares: [stripSearchParams({ searchTerm: '', sort: 'name' })] },
  // Named one by one, because the router adds all other parameters of the URL.
  loaderDeps: ({ search: { searchTerm, role, state, sort } }) => ({ searchTerm, role, state, sort }),
  loader: async ({ context: { queryClient }, deps: { sort, ...search }, cause }) => {
    // While the user types, the current list stays until the next is loaded.
    const page = { title: m.users_title() }
    if (cause === 'stay' && !isRetrying()) return page
    const filter = userFilterSchema.safeParse(search)
    await Promise.all([
      filter.success &&
        queryClient.infiniteQuery({
          ...usersQuery({ ...search, searchTerm: filter.data.searchTerm, sort }),
          staleTime: 'static',
        }),
      // Optional: the page shows its list without the saved views.
      queryClient.query(viewsQuery('users')).catch(() => undefined),
    ])
    return page
  },
  head: titleHead(),
  pendingComponent: PendingList,
  component: Page,
})

function Page() {
  return <UserListPage search={Route.useLoaderDeps()} timeZone={Route.useRouteContext().settings.timeZone} />
}
