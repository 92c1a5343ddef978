import { createFileRoute, redirect } from '@tanstack/react-router'
import { managerStart } from '#shell/manager/manager-start.ts'

export const Route = createFileRoute('/manager/')({
  beforeLoad: ({ context }) => {
    throw redirect({ to: managerStart(context.person.role) })
  },
})
