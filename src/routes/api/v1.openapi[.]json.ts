import { createFileRoute } from '@tanstack/react-router'
import { openApi } from '#api.server.ts'

export const Route = createFileRoute('/api/v1/openapi.json')({
  server: { handlers: { ANY: ({ request }) => openApi(request) } },
})
