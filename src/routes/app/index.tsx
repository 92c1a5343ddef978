import { createFileRoute } from '@tanstack/react-router'
import { newBooksQuery } from '#features/book/book.data.ts'
import { HomePage } from '#features/book/reader/home-page.tsx'
import { genresQuery } from '#features/genre/genre.data.ts'
import { m } from '#i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'
import { PendingHome } from '#shell/pending-page.tsx'

export const Route = createFileRoute('/app/')({
  loader: async ({ context: { queryClient } }) => {
    await Promise.all([queryClient.query(newBooksQuery), queryClient.query(genresQuery)])
  },
  head: titleHead(m.home_page_title),
  pendingComponent: PendingHome,
  component: Page,
})

function Page() {
  return <HomePage name={Route.useRouteContext().person.name} />
}
