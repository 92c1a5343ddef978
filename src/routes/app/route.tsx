import { createFileRoute, notFound } from '@tanstack/react-router'
import { requirePerson, requirePermission } from '#auth/browser/guard.ts'
import { can } from '#auth/permissions.ts'
import { ReaderFrame } from '#shell/reader-frame.tsx'

export const Route = createFileRoute('/app')({
  beforeLoad: ({ context, location, matches }) => {
    // Nobody signs in for an address that leads nowhere.
    if (!context.person && matches.at(-1)?.routeId === '/app/$') throw notFound()
    const person = requirePerson(context.person, location.href)
    requirePermission(person, 'apps:app')
    return { person }
  },
  component: Frame,
})

function Frame() {
  return <ReaderFrame canManage={can(Route.useRouteContext().person.role, 'apps:manager')} />
}
