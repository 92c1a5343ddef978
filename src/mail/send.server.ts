import { createTransport, type Transporter } from 'nodemailer'
import { join } from 'node:path'
import { render } from 'react-email'
import type { ReactElement } from 'react'
import { env } from '#env/env.server.ts'
import { lazy } from '#lib/lazy.ts'
import { noteCode } from './note-code.server.ts'
import { putIntoOutbox } from './outbox.server.ts'

interface Mail {
  to: string
  subject: string
  content: ReactElement
  /** The code in it, which the outbox also shows on stderr. */
  code?: string
}

// A mail server that does not answer must not hold a visitor for minutes.
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

/** Sends a mail with an HTML and a text part, by SMTP or into the outbox. Throws when the mail server refuses. */
export async function sendMail({ to, subject, content, code }: Mail): Promise<void> {
  const { mail, dataDir } = env()
  const [html, text] = await Promise.all([render(content), render(content, { plainText: true })])
  const message = { from: mail.from, to: { name: '', address: to }, subject, html, text }
  if (mail.mode === 'smtp') {
    await smtp().sendMail(message)
    return
  }
  const { message: composed } = await composer().sendMail(message)
  await putIntoOutbox(join(dataDir, 'outbox'), composed)
  if (code !== undefined) noteCode(to, code)
}
