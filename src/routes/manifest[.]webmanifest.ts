import { createFileRoute } from '@tanstack/react-router'
import { answerAppManifest } from '#base/http/app-manifest.server.ts'

export const Route = createFileRoute('/manifest.webmanifest')({
  server: { handlers: { GET: ({ request }) => answerAppManifest(request) } },
})
