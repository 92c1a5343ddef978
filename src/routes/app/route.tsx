import { createFileRoute, notFound } from '@tanstack/react-router'
import { useEffect } from 'react'
import { requirePerson, requirePermission } from '#base/auth/browser/guard.ts'
import { bookLanguagesQuery } from '#catalogue/book/filter/book-languages.data.ts'
import { LazyBookPendingPage } from '#catalogue/book/reader/lazy-book-pending-page.tsx'
import { readerTabMarks } from '#kit/navigation/navigation.slots.ts'
import { ReaderFrame } from '#shell/reader-frame.tsx'
import { UnlessSignedOut } from '#shell/signed-out.tsx'
import { PageForms } from '#base/ui/form/page-forms.tsx'

export const Route = createFileRoute('/app')({
  beforeLoad: ({ context, location, matches }) => {
    // An unknown URL is 404 without asking for a sign-in.
    if (!context.person && matches.at(-1)?.routeId === '/app/$') throw notFound()
    const person = requirePerson(context.person, location.href)
    requirePermission(person, 'apps:app')
    return { person }
  },
  loader: async ({ context: { queryClient }, cause, location }) => {
    if (cause !== 'enter') return
    // For all pages, and for the form of a browser without script; else the codes of languages are shown. The outline that a
    // browser keeps has no marks. No page waits for the marks to be taken over by its script: they are only looked at.
    await Promise.allSettled([
      queryClient.query(bookLanguagesQuery),
      location.pathname === '/app/offline' ? readerTabMarks.preload() : readerTabMarks.load({ queryClient }),
    ])
  },
  component: Frame,
})

function Frame() {
  const { person, settings } = Route.useRouteContext()
  // The skeleton of a book's page is loaded ahead: all pages of readers have links to books.
  useEffect(() => void LazyBookPendingPage.preload?.(), [])
  return (
    <UnlessSignedOut>
      <PageForms>
        <ReaderFrame role={person.role} timeZone={settings.timeZone} />
      </PageForms>
    </UnlessSignedOut>
  )
}
