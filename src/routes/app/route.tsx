import { createFileRoute, notFound } from '@tanstack/react-router'
import { useEffect } from 'react'
import { requirePerson, requirePermission } from '#auth/browser/guard.ts'
import { managerHome } from '#auth/permissions.ts'
import { bookLanguagesQuery } from '#features/book/filter/book-languages.data.ts'
import { LazyBookPendingPage } from '#features/book/reader/lazy-book-pending-page.tsx'
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
  loader: async ({ context: { queryClient }, cause }) => {
    // The names of languages, for all pages and the form of a browser without script; else their codes are shown.
    if (cause === 'enter') await queryClient.query(bookLanguagesQuery).catch(() => undefined)
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
