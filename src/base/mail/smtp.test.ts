import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { env } from '#base/env/env.server.ts'
import { logCode } from './log-code.server.ts'
import { Caller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { useEnv } from '#test/env.ts'
import { logged } from '#test/http.ts'
import { requestSignInCode, enterCode } from '#test/sign-in/outbox.ts'

useDatabase()

interface Received {
  mail: Email
  envelope: SMTPServerSession['envelope']
  user: unknown
}

const received: Received[] = []
const server = new SMTPServer({
  authMethods: ['PLAIN', 'LOGIN'],
  disabledCommands: ['STARTTLS'],
  onAuth: ({ username, password }, _, done) =>
    username === 'maktaba' && password === 'geheim' ? done(null, { user: username }) : done(new Error('No such user')),
  onRcptTo: ({ address }, _, done) => (address.startsWith('refused') ? done(new Error('No such mailbox')) : done()),
  onData: (stream, session, done) => {
    const { envelope, user } = session
    void buffer(stream).then(async (raw) => {
      received.push({ mail: await PostalMime.parse(raw), envelope, user })
      done()
    })
  },
})

beforeAll(async () => {
  const port = await new Promise<number>((resolve) => {
    const listener = server.listen(0, '127.0.0.1', () => resolve((listener.address() as AddressInfo).port))
  })
  useEnv({
    MAIL: undefined,
    SMTP_URL: `smtp://maktaba:geheim@127.0.0.1:${port}`,
    MAIL_FROM: 'Library <books@example.org>',
  })
})
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))

describe('by SMTP', () => {
  test('a code arrives and signs in', async () => {
    const caller = new Caller()
    expect(
      (await requestSignInCode(caller, 'ada@example.org', { cookie: 'language=ar', origin: env().baseUrl })).status,
    ).toBe(200)
    expect(env().mail.mode).toBe('smtp')
    expect(received).toHaveLength(1)
    const { mail, envelope, user } = received[0] ?? expect.fail('no mail')
    expect(envelope).toMatchObject({
      mailFrom: { address: 'books@example.org' },
      rcptTo: [{ address: 'ada@example.org' }],
    })
    expect(user).toBe('maktaba')
    expect(mail.from).toEqual({ name: 'Library', address: 'books@example.org' })
    const code = /\d{6}/.exec(mail.subject ?? '')?.[0] ?? ''
    expect(mail.subject).toMatch(/رمزك/)
    for (const part of [mail.html, mail.text]) expect(part).toContain(code)
    expect((await enterCode(caller, 'ada@example.org', code)).status).toBe(200)
  })

  test('no code is logged, shown or put into the outbox', () => {
    const code = /\d{6}/.exec(received[0]?.mail.subject ?? '')?.[0] ?? expect.fail('no code')
    expect(logCode).not.toHaveBeenCalled()
    expect(JSON.stringify(logged)).not.toContain(code)
    expect(existsSync(join(env().dataDir, 'outbox'))).toBe(false)
  })

  test('a refusal of the mail server is reported and logged', async () => {
    const refused = await requestSignInCode(new Caller(), 'refused@example.org')
    expect([refused.status, await refused.json()]).toMatchObject([503, { code: 'MAIL_NOT_SENT' }])
    expect(JSON.stringify(logged)).toMatch(/No such mailbox/)
  })
})
