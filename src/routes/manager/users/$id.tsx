import { createFileRoute } from '@tanstack/react-router'
import { activityQuery } from '#kit/activity/activity.data.ts'
import { userSessionsQuery } from '#people/session/session.data.ts'
import { signInCardQuery } from '#people/user/card/sign-in-card.data.ts'
import { userQuery } from '#people/user/user.data.ts'
import { DeletedUserPage } from '#people/user/trash/deleted-user-page.tsx'
import { deletedUserQuery } from '#people/user/trash/user-trash.data.ts'
import { UserPage } from '#people/user/user-page.tsx'
import { m } from '#base/i18n/paraglide/messages.js'
import { throwNotFound } from '#base/errors/throw-not-found.ts'
import { titleHead } from '#shell/page-title.ts'
import { PendingDetail } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/users/$id')({
  loader: async ({ context: { queryClient, settings }, params: { id } }) => {
    const user = await queryClient.query(userQuery(id)).catch(async (error: unknown) => {
      // Optional: without it the user is only said not to be there.
      const deleted = await queryClient.query(deletedUserQuery(id)).catch(() => null)
      return throwNotFound(error, (deleted ? m.user_trash_page_title : m.user_not_found_title)())
    })
    // Optional: the page retries them itself.
    await Promise.allSettled([
      queryClient.query(userSessionsQuery(user.id)),
      settings.hasCards && queryClient.query(signInCardQuery(user.id)),
      queryClient.infiniteQuery(activityQuery('user', user.id)),
    ])
    return { title: user.name || (user.email ?? '') }
  },
  head: titleHead(),
  pendingComponent: PendingDetail,
  component: Page,
  notFoundComponent: Missing,
})

function Page() {
  const { id } = Route.useParams()
  // Rendered anew for each id: else Back would turn an open question about one row into a question about another.
  return <UserPage key={id} id={id} settings={Route.useRouteContext().settings} />
}

function Missing() {
  const { id } = Route.useParams()
  return <DeletedUserPage key={id} id={id} />
}
