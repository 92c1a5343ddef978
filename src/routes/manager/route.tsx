import { createFileRoute } from '@tanstack/react-router'
import { requirePermission, requirePerson } from '#auth/guard.ts'
import { ManagerFrame } from '#shell/manager-frame.tsx'

export const Route = createFileRoute('/manager')({
  beforeLoad: ({ context, location }) => {
    const person = requirePerson(context.person, location.href)
    requirePermission(person, 'apps:manager')
    return { person }
  },
  component: Frame,
})

function Frame() {
  return <ManagerFrame person={Route.useRouteContext().person} />
}
