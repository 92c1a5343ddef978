import { createFileRoute } from '@tanstack/react-router'
import { postPreferences, showAccount } from '#people/account/account.server.ts'

// Receives the form without script only.
export const Route = createFileRoute('/preferences')({
  server: { handlers: { GET: showAccount, POST: ({ request }) => postPreferences(request) } },
})
