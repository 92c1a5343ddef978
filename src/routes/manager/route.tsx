import { createFileRoute, notFound } from '@tanstack/react-router'
import { requirePermission, requirePerson } from '#auth/browser/guard.ts'
import { figuresQuery } from '#features/dashboard/dashboard.data.ts'
import { ManagerFrame } from '#shell/manager-frame.tsx'

export const Route = createFileRoute('/manager')({
  beforeLoad: ({ context, location, matches }) => {
    // An unknown URL is 404 without asking for a sign-in.
    if (!context.person && matches.at(-1)?.routeId === '/manager/$') throw notFound()
    const person = requirePerson(context.person, location.href)
    requirePermission(person, 'apps:manager')
    return { person }
  },
  loader: async ({ context: { queryClient }, cause }) => {
    // Counts for the navigation; optional.
    if (cause === 'enter') await queryClient.query(figuresQuery).catch(() => undefined)
  },
  component: Frame,
})

function Frame() {
  return <ManagerFrame person={Route.useRouteContext().person} />
}
