import { m } from '#base/i18n/paraglide/messages.js'
import { isolated } from '#base/i18n/isolated.ts'
import type { MailServerInput } from './mail-server.schema.ts'

/** Codes of nodemailer and of Node's sockets and TLS, such as CERT_HAS_EXPIRED and ERR_SSL_WRONG_VERSION_NUMBER. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_/
const EXPIRED = /CERT_(HAS_EXPIRED|NOT_YET_VALID)/
/** The certificate is self-signed, or of an issuer that Node does not know. */
const UNKNOWN_ISSUER = /SELF_SIGNED|UNABLE_TO_/
const WRONG_ENCRYPTION = /ETLS|EREQUIRETLS|ERR_SSL|EPROTO\b/
/** A reply that refuses for now, such as that of a server that lets strangers wait (greylisting). */
const LATER = /^\P{N}*4\d\d[ -]/u
/** A reply that refuses, of SMTP (RFC 5321): all else may be what another service says to anybody who connects. */
const REFUSAL = /^[45]\d\d[ -]/

/** What a mail server did not take, and at which field that is told. */
export function mailProblem(error: unknown, email: string): { field: keyof MailServerInput; sentence: string } {
  const { code, command, reply } = read(error)
  if (CERTIFICATE.test(code)) return { field: 'host', sentence: certificateSentence(code) }
  if (WRONG_ENCRYPTION.test(code)) return { field: 'security', sentence: m.mail_encryption() }
  if (reply === '') return unreachable(code)
  if (LATER.test(reply) && !code.includes('EAUTH')) return { field: 'sender', sentence: m.mail_later({ reply }) }
  if (code.includes('EAUTH')) return { field: 'password', sentence: m.mail_login_refused({ reply }) }
  if (command === 'MAIL FROM') return { field: 'sender', sentence: m.mail_sender_refused({ reply }) }
  if (command === 'RCPT TO') return { field: 'sender', sentence: m.mail_recipient_refused({ email, reply }) }
  return { field: 'host', sentence: m.mail_refused({ reply }) }
}

function certificateSentence(code: string): string {
  if (EXPIRED.test(code)) return m.mail_certificate_expired()
  return UNKNOWN_ISSUER.test(code) ? m.mail_certificate_issuer() : m.mail_certificate()
}

/** Nothing has answered as a mail server does: by the code of the socket, its name, its port or neither is known to be wrong. */
function unreachable(code: string): { field: keyof MailServerInput; sentence: string } {
  if (/ENOTFOUND|EAI_AGAIN|EDNS/.test(code)) return { field: 'host', sentence: m.mail_name_unknown() }
  if (code.includes('ECONNREFUSED')) return { field: 'port', sentence: m.mail_port_closed() }
  if (code.includes('ETIMEDOUT')) return { field: 'port', sentence: m.mail_silent() }
  return { field: 'host', sentence: m.mail_unreachable() }
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
