import { createFileRoute } from '@tanstack/react-router'
import { readiness } from '#base/db/connection/readiness.server.ts'

export const Route = createFileRoute('/api/health/ready')({
  server: { handlers: { GET: () => readiness() } },
})
