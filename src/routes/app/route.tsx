import { createFileRoute } from '@tanstack/react-router'
import { requirePerson, requirePermission } from '#auth/guard.ts'
import { can } from '#auth/permissions.ts'
import { ReaderFrame } from '#shell/reader-frame.tsx'

export const Route = createFileRoute('/app')({
  beforeLoad: ({ context, location }) => {
    const person = requirePerson(context.person, location.href)
    requirePermission(person, 'apps:app')
    return { person }
  },
  component: Frame,
})

function Frame() {
  return <ReaderFrame canManage={can(Route.useRouteContext().person.role, 'apps:manager')} />
}
