import { createFileRoute } from '@tanstack/react-router'
import { activityQuery } from '#features/activity/activity.data.ts'
import { userSessionsQuery } from '#features/session/session.data.ts'
import { userQuery } from '#features/user/user.data.ts'
import { UserMissingPage } from '#features/user/user-missing-page.tsx'
import { UserPage } from '#features/user/user-page.tsx'
import { m } from '#i18n/paraglide/messages.js'
import { throwNotFound } from '#errors/throw-not-found.ts'
import { pageTitle } from '#shell/page-title.ts'
import { PendingDetail } from '#shell/pending-page.tsx'

export const Route = createFileRoute('/manager/users/$id')({
  loader: async ({ context: { queryClient }, params: { id } }) => {
    const user = await queryClient.query(userQuery(id)).catch(throwNotFound)
    // Optional: the page retries them itself.
    await Promise.allSettled([
      queryClient.query(userSessionsQuery(user.id)),
      queryClient.infiniteQuery(activityQuery('user', user.id)),
    ])
    return { title: user.name || user.email }
  },
  head: ({ loaderData, match }) => ({
    meta: [{ title: pageTitle(loaderData?.title ?? m.user_not_found_title(), match) }],
  }),
  pendingComponent: PendingDetail,
  component: Page,
  notFoundComponent: UserMissingPage,
})

function Page() {
  const { id } = Route.useParams()
  return <UserPage id={id} timeZone={Route.useRouteContext().settings.timeZone} />
}
