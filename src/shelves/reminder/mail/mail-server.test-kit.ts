import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll } from 'vitest'
import { useEnv } from '#test/env.ts'

interface Received {
  to: string
  mail: Email
}

/**
 * A mail server to which the library of this test file sends, and what it has received. It refuses addresses that begin with
 * `refused`, for now those that begin with `later`, and breaks the connection behind mails to those that begin with `broken`.
 */
export function useMailServer(): Received[] {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: ({ address }, _, done) => {
      if (address.startsWith('refused')) return done(Object.assign(new Error('No such mailbox'), { responseCode: 550 }))
      if (address.startsWith('later')) return done(Object.assign(new Error('Mailbox full'), { responseCode: 452 }))
      return done()
    },
    onData: (stream, session, done) => {
      void receive(stream, session.envelope.rcptTo[0]?.address ?? '', done)
    },
  })
  const receive = async (stream: Readable, to: string, done: () => void) => {
    received.push({ to, mail: await PostalMime.parse(await buffer(stream)) })
    if (to.startsWith('broken')) for (const one of server.connections) one.close()
    else done()
  }
  server.on('error', () => undefined)
  beforeAll(async () => {
    const listener = server.listen(0, '127.0.0.1')
    await once(listener, 'listening')
    const address = listener.address()
    const port = typeof address === 'object' ? address?.port : undefined
    useEnv({ MAIL: undefined, SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Library <books@example.org>' })
  })
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return received
}
