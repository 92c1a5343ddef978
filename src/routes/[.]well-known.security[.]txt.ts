import { createFileRoute } from '@tanstack/react-router'
import { answerSecurityText } from '#base/http/security/security-text.server.ts'

export const Route = createFileRoute('/.well-known/security.txt')({
  server: { handlers: { GET: answerSecurityText } },
})
