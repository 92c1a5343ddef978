import { createFileRoute } from '@tanstack/react-router'
import { LoginFrame } from '#shell/login-frame.tsx'

export const Route = createFileRoute('/login')({ component: Page })

function Page() {
  return <LoginFrame />
}
