import { createFileRoute } from '@tanstack/react-router'
import { answerRestore } from '#operations/setup/restore/restore-answer.server.ts'

export const Route = createFileRoute('/api/restore/$')({
  server: { handlers: { ANY: ({ request }) => answerRestore(request) } },
})
