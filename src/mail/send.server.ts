import { createTransport, type Transporter } from 'nodemailer'
import { join } from 'node:path'
import type { ReactElement } from 'react'
import { env } from '#env/env.server.ts'
import { inForce } from '#env/in-force.server.ts'
import { lazy } from '#lib/lazy.ts'
import { mailBegun, mailEnded } from '#lib/telemetry.server.ts'
import { logCode } from './log-code.server.ts'
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

const smtp = lazy((): Transporter =>
  createTransport({
    url: env().mail.smtpUrl,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: 2 * TIMEOUT_MS,
  }),
)
const composer = lazy((): Transporter => createTransport({ streamTransport: true, buffer: true, newline: 'windows' }))

/** Renders a mail as HTML and plain text. */
export function composeMail({ content, ...mail }: Mail & { content: ReactElement }): ComposedMail {
  const html = htmlOf(content)
  return { ...mail, html, text: textOf(html) }
}

/** Sends a mail with an HTML and a text part, by SMTP or into the outbox. Throws when the mail server refuses. */
export async function sendMail(composed: ComposedMail): Promise<void> {
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
function sender(): string | { name: string; address: string } {
  const { mail, given } = env()
  const { name } = inForce()
  const address = /<(.+)>$/.exec(mail.from)?.[1]
  const isNamed = address !== undefined && given.names.includes('MAIL_FROM')
  return name === null || isNamed ? mail.from : { name, address: address ?? mail.from }
}

async function deliver({ to, subject, html, text, code }: ComposedMail): Promise<void> {
  const { mail, dataDir } = env()
  const message = { from: sender(), to: { name: '', address: to }, subject, html, text }
  if (mail.mode === 'smtp') {
    await smtp().sendMail(message)
    return
  }
  const { message: composed } = await composer().sendMail(message)
  await writeToOutbox(join(dataDir, 'outbox'), composed)
  if (code !== undefined) logCode(to, code)
}
