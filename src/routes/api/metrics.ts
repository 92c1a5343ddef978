import { createFileRoute } from '@tanstack/react-router'
import { answerMetrics } from '#base/metrics/metrics-answer.server.ts'

export const Route = createFileRoute('/api/metrics')({
  server: { handlers: { GET: ({ request }) => answerMetrics(request) } },
})
