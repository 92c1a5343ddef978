import { createFileRoute } from '@tanstack/react-router'
import { ClassSetPage } from '#school/class-set/class-set-page.tsx'
import { MissingClassSetPage } from '#school/class-set/missing-class-set-page.tsx'
import { classSetQuery } from '#school/class-set/class-set.data.ts'
import { guardByLending } from '#lending/lending.guard.ts'
import { throwNotFound } from '#base/errors/throw-not-found.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'
import { PendingDetail } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/class-sets/$id')({
  beforeLoad: ({ context }) => guardByLending(context, 'loan:read'),
  loader: async ({ context: { queryClient }, params: { id } }) => {
    const set = await queryClient
      .query(classSetQuery(id))
      .catch((error: unknown) => throwNotFound(error, m.class_set_gone()))
    return { title: set.title }
  },
  head: titleHead(),
  pendingComponent: PendingDetail,
  component: Page,
  notFoundComponent: MissingClassSetPage,
})

function Page() {
  const { id } = Route.useParams()
  return <ClassSetPage key={id} id={id} timeZone={Route.useRouteContext().settings.timeZone} />
}
