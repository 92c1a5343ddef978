import { createFileRoute, redirect } from '@tanstack/react-router'
import { can } from '#auth/permissions.ts'

export const Route = createFileRoute('/manager/')({
  beforeLoad: ({ context }) => {
    throw redirect({ to: can(context.person.role, 'apps:manager') ? '/manager/dashboard' : '/manager/desk' })
  },
})
