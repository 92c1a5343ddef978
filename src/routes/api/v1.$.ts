import { createFileRoute } from '@tanstack/react-router'
import { rest } from '#api.server.ts'

export const Route = createFileRoute('/api/v1/$')({
  server: { handlers: { ANY: ({ request }) => rest(request) } },
})
