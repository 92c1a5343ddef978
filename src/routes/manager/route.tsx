import { createFileRoute, notFound } from '@tanstack/react-router'
import { guardByPasskey, requirePermission, requirePerson } from '#base/auth/browser/guard.ts'
import { can } from '#base/auth/permissions.ts'
import { languageNamesQuery } from '#catalogue/book/edit/language-names.data.ts'
import { onlyPageOf } from '#kit/slice.ts'
import { managerPageCounts } from '#kit/navigation/navigation.slots.ts'
import { loadPasskeyPage } from '#shell/pages/lazy-passkey-page.ts'
import { ManagerFrame } from '#shell/manager/manager-frame.tsx'
import { UnlessSignedOut } from '#shell/signed-out.tsx'
import { PageForms } from '#base/ui/form/page-forms.tsx'

export const Route = createFileRoute('/manager')({
  staticData: { slots: [managerPageCounts] },
  beforeLoad: async ({ context, location, matches }) => {
    // An unknown URL is 404 without asking for a sign-in.
    if (!context.person && matches.at(-1)?.routeId === '/manager/$') throw notFound()
    const person = requirePerson(context.person, location.href)
    const only = onlyPageOf(person.role)
    const page = matches.at(-1)?.routeId
    // A helper at the desk sees that page, and nothing else of the area.
    requirePermission(person, only && (page === only.to || page === '/manager/') ? only.needs : 'apps:manager')
    if (person.needsPasskey) await loadPasskeyPage(context.queryClient)
    guardByPasskey(person)
    return { person }
  },
  loader: async ({ context: { queryClient, person }, cause }) => {
    // Counts for the navigation, and the names of languages; optional.
    if (cause === 'enter' && can(person.role, 'apps:manager'))
      await Promise.allSettled([managerPageCounts.load({ queryClient }), queryClient.query(languageNamesQuery)])
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
