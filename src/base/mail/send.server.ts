import { createTransport, type Transporter } from 'nodemailer'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { ReactElement } from 'react'
import { env } from '#base/env/env.server.ts'
import { inForce, type MailServer } from '#base/env/in-force.server.ts'
import { lazy } from '#base/lib/lazy.ts'
import { isPlaceholder } from '#base/lib/no-address.ts'
import { mailBegun, mailEnded } from '#base/lib/telemetry.server.ts'
import { CODE_HEADER } from './kept-codes.server.ts'
import { logCode } from './log-code.server.ts'
import { readMailPassword } from './mail-password.server.ts'
import { writeToOutbox } from './outbox.server.ts'
import { htmlOf, textOf } from './render.server.ts'

interface Mail {
  to: string
  subject: string
  /** The code in the mail, which outbox mode also logs. */
  code?: string
}

/** A rendered mail. */
export interface ComposedMail extends Mail {
  html: string
  text: string
}

// A mail server that hangs must not block a request for minutes.
const TIMEOUT_MS = 10_000

let known: { server: string | MailServer; transport: Promise<Transporter> } | undefined

/** The connection settings of a mail server, read anew when the library has decided another. */
function smtp(server: string | MailServer): Promise<Transporter> {
  if (known && isDeepStrictEqual(known.server, server)) return known.transport
  known = { server, transport: transportTo(server) }
  return known.transport
}

async function transportTo(server: string | MailServer): Promise<Transporter> {
  const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: 2 * TIMEOUT_MS }
  if (typeof server === 'string') return createTransport({ url: server, ...timeouts })
  const { host, port, security, user, password } = server
  return createTransport({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(user !== '' && { auth: { user, pass: await readMailPassword(password) } }),
    ...timeouts,
  })
}

const composer = lazy((): Transporter => createTransport({ streamTransport: true, buffer: true, newline: 'windows' }))

/** Renders a mail as HTML and plain text. */
export function composeMail({ content, ...mail }: Mail & { content: ReactElement }): ComposedMail {
  const html = htmlOf(content)
  return { ...mail, html, text: textOf(html) }
}

/**
 * Sends a mail with an HTML and a text part, by SMTP or into the outbox. Throws when the mail server refuses. To what stands
 * for no address nothing is ever sent: a stranger may ask for a code to it, and gets the answer of any other address.
 */
export async function sendMail(composed: ComposedMail): Promise<void> {
  if (isPlaceholder(composed.to)) return
  mailBegun.publish(composed)
  let isFailed = true
  try {
    await deliver(composed)
    isFailed = false
  } finally {
    mailEnded.publish({ isFailed })
  }
}

/** The sender, by the library's own name unless MAIL_FROM says another. */
function sender(server: string | MailServer | undefined): string | { name: string; address: string } {
  const { mail, given } = env()
  const { name } = inForce()
  const isGiven = given.names.includes('MAIL_FROM')
  if (typeof server === 'object' && !isGiven) return { name: name ?? 'Maktaba', address: server.sender }
  const address = /<(.+)>$/.exec(mail.from)?.[1]
  return name === null || (isGiven && address !== undefined) ? mail.from : { name, address: address ?? mail.from }
}

const messageOf = ({ to, subject, html, text }: ComposedMail, server: string | MailServer | undefined) => ({
  from: sender(server),
  to: { name: '', address: to },
  subject,
  html,
  text,
})

async function deliver(mail: ComposedMail): Promise<void> {
  const { mailServer } = inForce()
  const message = messageOf(mail, mailServer)
  if (mailServer !== undefined) {
    await (await smtp(mailServer)).sendMail(message)
    return
  }
  const headers = mail.code === undefined ? {} : { [CODE_HEADER]: mail.code }
  const { message: composed } = await composer().sendMail({ ...message, headers })
  await writeToOutbox(join(env().dataDir, 'outbox'), composed)
  if (mail.code !== undefined) logCode(mail.to, mail.code)
}

/** Sends a mail by a server that is not decided yet. Throws what nodemailer throws when it does not go. */
export async function tryMailServer(server: MailServer, composed: ComposedMail): Promise<void> {
  await (await transportTo(server)).sendMail(messageOf(composed, server))
}
