import { createFileRoute, notFound } from '@tanstack/react-router'
import { requirePerson, requirePermission } from '#auth/browser/guard.ts'
import { can } from '#auth/permissions.ts'
import { ReaderFrame } from '#shell/reader-frame.tsx'

export const Route = createFileRoute('/app')({
  beforeLoad: ({ context, location, matches }) => {
    // An unknown URL is 404 without asking for a sign-in.
    if (!context.person && matches.at(-1)?.routeId === '/app/$') throw notFound()
    const person = requirePerson(context.person, location.href)
    requirePermission(person, 'apps:app')
    return { person }
  },
  component: Frame,
})

function Frame() {
  const { person, settings } = Route.useRouteContext()
  return <ReaderFrame canManage={can(person.role, 'apps:manager')} timeZone={settings.timeZone} />
}
