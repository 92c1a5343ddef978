import { createFileRoute } from '@tanstack/react-router'
import { requirePermission } from '#base/auth/browser/guard.ts'
import { DuplicateListPage } from '#exchange/duplicate/duplicate-list-page.tsx'
import {
  duplicateGroupsOfQuery,
  duplicateGroupsQuery,
  duplicateStateQuery,
} from '#exchange/duplicate/duplicate.data.ts'
import { duplicateSearchSchema } from '#exchange/duplicate/duplicate-search.schema.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'
import { PendingRows } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/duplicates')({
  beforeLoad: ({ context }) => requirePermission(context.person, 'catalogue:merge'),
  validateSearch: duplicateSearchSchema,
  loaderDeps: ({ search: { book } }) => ({ book }),
  loader: async ({ context: { queryClient }, deps: { book } }) => {
    await Promise.all([
      queryClient.infiniteQuery(duplicateGroupsQuery),
      queryClient.query(duplicateGroupsOfQuery(book)),
      queryClient.query(duplicateStateQuery),
    ])
    return { title: m.duplicates_title() }
  },
  head: titleHead(),
  pendingComponent: PendingRows,
  component: Page,
})

function Page() {
  return <DuplicateListPage bookId={Route.useLoaderDeps().book} timeZone={Route.useRouteContext().settings.timeZone} />
}
