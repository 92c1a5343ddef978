import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { ActivityListPage } from '#kit/activity/activity-list-page.tsx'
import { activityBulkActions, importNames } from '#kit/activity/activity.slots.ts'
import { activityLinesQuery, actorsQuery } from '#kit/activity/activity.data.ts'
import { activitySearchSchema } from '#kit/activity/activity-search.schema.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { searchProblem } from '#base/lib/list/list-input.ts'
import { isRetrying } from '#base/lib/connection/retry.ts'
import { titleHead } from '#shell/page-title.ts'
import { PendingList } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/activity/')({
  staticData: { slots: [activityBulkActions, importNames] },
  validateSearch: activitySearchSchema,
  search: { middlewares: [stripSearchParams({ searchTerm: '' })] },
  // Named one by one, because the router adds all other parameters of the URL.
  loaderDeps: ({ search: { searchTerm, actor, change, kind, from, to } }) => ({
    searchTerm,
    actor,
    change,
    kind,
    from,
    to,
  }),
  loader: async ({ context: { queryClient }, deps, cause }) => {
    // While the user types, the current list stays until the next is loaded.
    const page = { title: m.activity_title() }
    if (cause === 'stay' && !isRetrying()) return page
    const searchTerm = deps.searchTerm.trim()
    // Optional: the page shows why they did not come, and tries again.
    await Promise.all([
      searchProblem(searchTerm) === undefined &&
        queryClient.infiniteQuery(activityLinesQuery({ ...deps, searchTerm })).catch(() => undefined),
      queryClient.query(actorsQuery(deps.actor)).catch(() => undefined),
    ])
    return page
  },
  head: titleHead(),
  pendingComponent: PendingList,
  component: Page,
})

function Page() {
  return <ActivityListPage search={Route.useLoaderDeps()} />
}
