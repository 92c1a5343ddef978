import { createFileRoute } from '@tanstack/react-router'
import { requirePermission } from '#base/auth/browser/guard.ts'
import { throwNotFound } from '#base/errors/throw-not-found.ts'
import { genresQuery } from '#catalogue/genre/genre.data.ts'
import { ImportMissingPage } from '#exchange/import/import-missing-page.tsx'
import { ImportPage } from '#exchange/import/page/import-page.tsx'
import { peopleOfFiles } from '#kit/installation/installation.slots.ts'
import { otherImports } from '#exchange/import/import.slots.ts'
import { importQuery, importRowsQuery } from '#exchange/import/import.data.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { namesWith } from '#base/lib/noun.ts'
import { NOUNS } from '#nouns.ts'
import { titleHead } from '#shell/page-title.ts'
import { PendingDetail } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/import/$id')({
  staticData: { slots: [peopleOfFiles, otherImports] },
  beforeLoad: ({ context }) => requirePermission(context.person, 'catalogue:import'),
  loader: async ({ context: { queryClient }, params: { id } }) => {
    const [found] = await Promise.all([
      queryClient.query(importQuery(id)).catch((error) => throwNotFound(error, m.import_not_found_title())),
      queryClient.query(genresQuery),
    ])
    // Optional: the page tries again by itself.
    if (found.about !== 'book') await otherImports.load({ queryClient, item: found }).catch(() => undefined)
    else if (found.state !== 'running' && found.state !== 'paused')
      await queryClient.infiniteQuery(importRowsQuery(found, 'all')).catch(() => undefined)
    const noun = namesWith(NOUNS, 'manager').find((name) => name === found.about)
    return { title: found.filename, ...(noun && noun !== 'book' && { section: NOUNS[noun].manager.to }) }
  },
  head: titleHead(),
  pendingComponent: PendingDetail,
  component: Page,
  notFoundComponent: ImportMissingPage,
})

function Page() {
  const { id } = Route.useParams()
  // Rendered anew for each id: else Back would turn an open question about one row into a question about another.
  return <ImportPage key={id} id={id} timeZone={Route.useRouteContext().settings.timeZone} />
}
