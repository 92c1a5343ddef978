import { createFileRoute } from '@tanstack/react-router'
import { readiness } from '#base/db/connection/readiness.server.ts'

export const Route = createFileRoute('/api/health/write')({
  server: { handlers: { GET: () => readiness({ isForWriting: true }) } },
})
