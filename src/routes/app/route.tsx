import { createFileRoute, notFound } from '@tanstack/react-router'
import { useEffect } from 'react'
import { requirePerson, requirePermission } from '#auth/browser/guard.ts'
import { managerHome } from '#auth/permissions.ts'
import { bookLanguagesQuery } from '#features/book/filter/book-languages.data.ts'
import { LazyBookPendingPage } from '#features/book/reader/lazy-book-pending-page.tsx'
import { ownLoansQuery } from '#features/loan/own/own-loan.data.ts'
import { ReaderFrame } from '#shell/reader-frame.tsx'
import { UnlessSignedOut } from '#shell/signed-out.tsx'
import { PageForms } from '#ui/form/page-forms.tsx'

export const Route = createFileRoute('/app')({
  beforeLoad: ({ context, location, matches }) => {
    // An unknown URL is 404 without asking for a sign-in.
    if (!context.person && matches.at(-1)?.routeId === '/app/$') throw notFound()
    const person = requirePerson(context.person, location.href)
    requirePermission(person, 'apps:app')
    return { person }
  },
  loader: async ({ context: { queryClient, settings }, cause, location }) => {
    if (cause !== 'enter') return
    // What is late or ready, and the names of languages, for all pages and the form of a browser without script; else their
    // codes are shown. A browser asks for the own loans by itself, and the outline that it keeps has none.
    const hasNews = import.meta.env.SSR && settings.isLending && location.pathname !== '/app/offline'
    await Promise.allSettled([queryClient.query(bookLanguagesQuery), hasNews && queryClient.query(ownLoansQuery)])
  },
  component: Frame,
})

function Frame() {
  const { person, settings } = Route.useRouteContext()
  // All pages lead to books.
  useEffect(() => void LazyBookPendingPage.preload?.(), [])
  return (
    <UnlessSignedOut>
      <PageForms>
        <ReaderFrame manager={managerHome(person.role)} timeZone={settings.timeZone} />
      </PageForms>
    </UnlessSignedOut>
  )
}
