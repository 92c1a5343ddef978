import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { requirePermission } from '#base/auth/browser/guard.ts'
import { namedGenresQuery } from '#catalogue/genre/genre-edit.data.ts'
import { GenreListPage } from '#catalogue/genre/genre-list-page.tsx'
import { hueSamples } from '#catalogue/genre/genre.slots.ts'
import { genreSearchSchema } from '#catalogue/genre/genre-search.schema.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'
import { PendingList } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/genres/')({
  staticData: { slots: [hueSamples] },
  validateSearch: genreSearchSchema,
  search: { middlewares: [stripSearchParams({ searchTerm: '', sort: 'name' })] },
  beforeLoad: ({ context }) => requirePermission(context.person, 'catalogue:genres'),
  loader: async ({ context: { queryClient } }) => {
    await queryClient.query(namedGenresQuery)
    return { title: m.home_genres() }
  },
  head: titleHead(),
  pendingComponent: PendingList,
  component: Page,
})

function Page() {
  const { searchTerm, sort } = Route.useSearch()
  return <GenreListPage search={{ searchTerm, sort }} />
}
