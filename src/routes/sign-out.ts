import { createFileRoute } from '@tanstack/react-router'
import { postSignOut, showAccount } from '#people/account/account.server.ts'

// Receives the form without script only.
export const Route = createFileRoute('/sign-out')({
  server: { handlers: { GET: showAccount, POST: ({ request }) => postSignOut(request) } },
})
