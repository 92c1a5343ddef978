import { m } from '#i18n/paraglide/messages.js'
import { isolated } from '#i18n/isolated.ts'
import type { MailServerInput } from './mail-server.schema.ts'

/** Codes of nodemailer and of Node's sockets and TLS, such as CERT_HAS_EXPIRED and ERR_SSL_WRONG_VERSION_NUMBER. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_/
const WRONG_ENCRYPTION = /ETLS|EREQUIRETLS|ERR_SSL|EPROTO\b/
/** A reply that refuses, of SMTP (RFC 5321): all else may be what another service says to anybody who connects. */
const REFUSAL = /^[45]\d\d[ -]/

/** What a mail server did not take, and at which field that is told. */
export function mailProblem(error: unknown, email: string): { field: keyof MailServerInput; sentence: string } {
  const { code, command, reply } = read(error)
  if (CERTIFICATE.test(code)) return { field: 'host', sentence: m.mail_certificate() }
  if (WRONG_ENCRYPTION.test(code)) return { field: 'security', sentence: m.mail_encryption() }
  if (reply === '') return { field: 'host', sentence: m.mail_unreachable() }
  if (code.includes('EAUTH')) return { field: 'password', sentence: m.mail_login_refused({ reply }) }
  if (command === 'MAIL FROM') return { field: 'sender', sentence: m.mail_sender_refused({ reply }) }
  if (command === 'RCPT TO') return { field: 'sender', sentence: m.mail_recipient_refused({ email, reply }) }
  return { field: 'host', sentence: m.mail_refused({ reply }) }
}

function read(error: unknown): { code: string; command: string; reply: string } {
  const { code, originalCode, command, response }: Record<string, unknown> = error instanceof Error ? { ...error } : {}
  const reply = String(response ?? '')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, 200)
  return {
    code: `${String(code)} ${String(originalCode)}`,
    command: String(command),
    reply: REFUSAL.test(reply) ? isolated(reply) : '',
  }
}
