import { createFileRoute, notFound } from '@tanstack/react-router'
import { guardByPasskey, requirePermission, requirePerson } from '#auth/browser/guard.ts'
import { can } from '#auth/permissions.ts'
import { languageNamesQuery } from '#features/book/edit/language-names.data.ts'
import { figuresQuery } from '#features/dashboard/dashboard.data.ts'
import { loadPasskeyPage } from '#shell/pages/lazy-passkey-page.ts'
import { ManagerFrame } from '#shell/manager/manager-frame.tsx'
import { UnlessSignedOut } from '#shell/signed-out.tsx'
import { PageForms } from '#ui/form/page-forms.tsx'

export const Route = createFileRoute('/manager')({
  beforeLoad: async ({ context, location, matches }) => {
    // An unknown URL is 404 without asking for a sign-in.
    if (!context.person && matches.at(-1)?.routeId === '/manager/$') throw notFound()
    const person = requirePerson(context.person, location.href)
    // Who helps at the desk sees that, and nothing else of the area.
    const isDesk = /^.manager.(desk)?$/.test(matches.at(-1)?.routeId ?? '')
    requirePermission(person, isDesk ? 'desk:read' : 'apps:manager')
    if (person.needsPasskey) await loadPasskeyPage(context.queryClient)
    guardByPasskey(person)
    return { person }
  },
  loader: async ({ context: { queryClient, person }, cause }) => {
    // Counts for the navigation, and the names of languages; optional.
    if (cause === 'enter' && can(person.role, 'apps:manager'))
      await Promise.allSettled([queryClient.query(figuresQuery), queryClient.query(languageNamesQuery)])
  },
  component: Frame,
})

function Frame() {
  return (
    <UnlessSignedOut>
      <PageForms>
        <ManagerFrame person={Route.useRouteContext().person} />
      </PageForms>
    </UnlessSignedOut>
  )
}
