import { createFileRoute, notFound } from '@tanstack/react-router'
import { guardByPasskey, requirePermission, requirePerson } from '#auth/browser/guard.ts'
import { figuresQuery } from '#features/dashboard/dashboard.data.ts'
import { loadPasskeyPage } from '#shell/pages/lazy-passkey-page.ts'
import { ManagerFrame } from '#shell/manager/manager-frame.tsx'
import { UnlessSignedOut } from '#shell/signed-out.tsx'

export const Route = createFileRoute('/manager')({
  beforeLoad: async ({ context, location, matches }) => {
    // An unknown URL is 404 without asking for a sign-in.
    if (!context.person && matches.at(-1)?.routeId === '/manager/$') throw notFound()
    const person = requirePerson(context.person, location.href)
    requirePermission(person, 'apps:manager')
    if (person.needsPasskey) await loadPasskeyPage(context.queryClient)
    guardByPasskey(person)
    return { person }
  },
  loader: async ({ context: { queryClient }, cause }) => {
    // Counts for the navigation; optional.
    if (cause === 'enter') await queryClient.query(figuresQuery).catch(() => undefined)
  },
  component: Frame,
})

function Frame() {
  return (
    <UnlessSignedOut>
      <ManagerFrame person={Route.useRouteContext().person} />
    </UnlessSignedOut>
  )
}
