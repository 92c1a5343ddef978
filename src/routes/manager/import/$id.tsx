import { createFileRoute } from '@tanstack/react-router'
import { requirePermission } from '#auth/browser/guard.ts'
import { throwNotFound } from '#errors/throw-not-found.ts'
import { genresQuery } from '#features/genre/genre.data.ts'
import { ImportMissingPage } from '#features/import/import-missing-page.tsx'
import { ImportPage } from '#features/import/page/import-page.tsx'
import { importQuery, importRowsQuery } from '#features/import/import.data.ts'
import { m } from '#i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'
import { PendingDetail } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/import/$id')({
  beforeLoad: ({ context }) => requirePermission(context.person, 'catalogue:import'),
  loader: async ({ context: { queryClient }, params: { id } }) => {
    const [found] = await Promise.all([
      queryClient.query(importQuery(id)).catch((error) => throwNotFound(error, m.import_not_found_title())),
      queryClient.query(genresQuery),
    ])
    // Optional: the page tries again by itself.
    if (found.state !== 'running' && found.state !== 'paused')
      await queryClient.infiniteQuery(importRowsQuery(found, 'all')).catch(() => undefined)
    return { title: found.filename }
  },
  head: titleHead(),
  pendingComponent: PendingDetail,
  component: Page,
  notFoundComponent: ImportMissingPage,
})

function Page() {
  const { id } = Route.useParams()
  // A page of its own for each: a question that is open about one would become the question about another by Back.
  return <ImportPage key={id} id={id} timeZone={Route.useRouteContext().settings.timeZone} />
}
