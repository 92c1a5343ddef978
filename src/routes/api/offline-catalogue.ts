import { createFileRoute } from '@tanstack/react-router'
import { answerCatalogue } from '#catalogue/offline/server/offline-catalogue.server.ts'

export const Route = createFileRoute('/api/offline-catalogue')({
  server: { handlers: { GET: ({ request }) => answerCatalogue(request) } },
})
