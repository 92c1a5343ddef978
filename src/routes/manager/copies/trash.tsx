import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { guardByLending } from '#lending/lending.guard.ts'
import { CopyTrashPage } from '#lending/copy/trash/copy-trash-page.tsx'
import { copyTrashQuery } from '#lending/copy/trash/copy-trash.data.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { searchTermSchema, typedTermSchema } from '#base/lib/list/list-input.ts'
import { isRetrying } from '#base/lib/connection/retry.ts'
import { titleHead } from '#shell/page-title.ts'
import { PendingList } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/copies/trash')({
  validateSearch: z.object({ searchTerm: typedTermSchema }),
  search: { middlewares: [stripSearchParams({ searchTerm: '' })] },
  beforeLoad: ({ context }) => guardByLending(context, 'copy:delete'),
  loaderDeps: ({ search: { searchTerm } }) => ({ searchTerm }),
  loader: async ({ context: { queryClient }, deps: { searchTerm }, cause }) => {
    const page = { title: m.copy_trash_title() }
    // While the user types, the current list stays until the next is loaded.
    if (cause === 'stay' && !isRetrying()) return page
    const term = searchTermSchema.safeParse(searchTerm)
    if (term.success) await queryClient.infiniteQuery(copyTrashQuery(term.data))
    return page
  },
  head: titleHead(),
  pendingComponent: PendingList,
  component: Page,
})

function Page() {
  return <CopyTrashPage {...Route.useLoaderDeps()} timeZone={Route.useRouteContext().settings.timeZone} />
}
