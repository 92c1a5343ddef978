import { createFileRoute } from '@tanstack/react-router'
import { requirePermission } from '#base/auth/browser/guard.ts'
import { userQuery } from '#people/user/user.data.ts'
import { UserMissingPage } from '#people/user/user-missing-page.tsx'
import { UserUpdatePage } from '#people/user/edit/user-update-page.tsx'
import { m } from '#base/i18n/paraglide/messages.js'
import { throwNotFound } from '#base/errors/throw-not-found.ts'
import { titleHead } from '#shell/page-title.ts'
import { PendingDetail } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/users/$id_/update')({
  beforeLoad: ({ context }) => requirePermission(context.person, 'user:update'),
  loader: async ({ context: { queryClient }, params: { id }, cause }) => {
    // Loads the latest version when the form is opened, but keeps it while the form is edited.
    const user = await queryClient
      .query({ ...userQuery(id), ...(cause !== 'stay' && { staleTime: 0 }) })
      .catch((error) => throwNotFound(error, m.user_not_found_title()))
    return { title: m.user_update_title({ name: user.name || (user.email ?? '') }) }
  },
  head: titleHead(),
  pendingComponent: PendingDetail,
  component: Page,
  notFoundComponent: UserMissingPage,
})

function Page() {
  return <UserUpdatePage id={Route.useParams().id} />
}
