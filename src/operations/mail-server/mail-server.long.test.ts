import { execFileSync } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { isAdminEmail } from '#base/auth/better-auth/admin-emails.server.ts'
import { flushSecurityEvents } from '#base/auth/security/security-log.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { librarySettings, storeLibrarySettings } from '#base/db/library-settings.server.ts'
import { librarySettingChange } from '#base/db/tables/library-setting.ts'
import { UNDECIDED, type MailServer } from '#base/env/in-force.server.ts'
import { env } from '#base/env/env.server.ts'
import { now } from '#base/lib/clock.ts'
import { eventWord } from '#people/security/event-word.ts'
import { securityRouter } from '#people/security/security.router.server.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { readMailPassword } from '#base/mail/mail-password.server.ts'
import { as, Caller, inRequest, signedIn } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aUser } from '#test/factories.ts'
import { useEnv } from '#test/env.ts'
import { logged } from '#test/http.ts'
import { mailsTo, requestSignInCode } from '#test/sign-in/outbox.ts'
import { mailServerRouter } from './mail-server.router.server.ts'
import { mailServerSchema } from './mail-server.schema.ts'
import { librarySettingsRouter } from '#kit/library-settings/library-settings.router.server.ts'
import { settingsRouter } from '#operations/settings/settings.router.server.ts'
import { readInstallation } from '#kit/installation/installation.server.ts'

useEnv({ ADMIN_EMAIL: undefined })
useDatabase()
// As with the embedded database, which needs no variable.
const names = env().given.names.filter((name) => name !== 'MAIL')
Object.assign(env().given, { names })

const PASSWORD = 'geheim "pass" ü'
const received: { mail: Email; user: unknown }[] = []
const servers: SMTPServer[] = []

/** Listens on a port of its own; takes mails of the user `maktaba`, but not to or from addresses with `refused`. */
async function listen(options: SMTPServerOptions = {}): Promise<number> {
  const refused = (address: string) => (address.includes('refused') ? new Error('Not from here') : undefined)
  const server = new SMTPServer({
    authMethods: ['PLAIN', 'LOGIN'],
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _, done) =>
      username === 'maktaba' && password === PASSWORD
        ? done(null, { user: username })
        : done(new Error('Ask\r\nfor an app password')),
    onMailFrom: ({ address }, _, done) => done(refused(address)),
    onRcptTo: ({ address }, _, done) => done(refused(address)),
    onData: (stream, { user }, done) =>
      void buffer(stream).then(async (raw) => {
        received.push({ mail: await PostalMime.parse(raw), user })
        done()
      }),
    ...options,
  })
  servers.push(server)
  server.on('error', () => undefined)
  return new Promise((resolve) => {
    const listener = server.listen(0, '127.0.0.1', () => resolve((listener.address() as AddressInfo).port))
  })
}

const port = await listen()
const SERVER = {
  sender: 'books@library.example.org',
  host: '127.0.0.1',
  port,
  security: 'none',
  user: 'maktaba',
  password: PASSWORD,
} as const

afterEach(async () => {
  await storeLibrarySettings(UNDECIDED)
  received.length = 0
})
afterAll(() => Promise.all(servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve())))))

const subjects = () => received.map(({ mail }) => mail.subject)
const sendsMail = async () => (await inRequest(readInstallation)).sendsMail

test('a mail server is set after a test mail, sends codes, is told to all managers, and goes with an undo', async () => {
  const manager = await as('manager')
  expect(await sendsMail()).toBe(false)
  expect(isAdminEmail('admin@example.com')).toBe(true)
  const { undo } = await manager.call(mailServerRouter.change, SERVER)
  expect(received).toMatchObject([
    {
      user: 'maktaba',
      mail: {
        subject: 'Emails of this library arrive',
        from: { name: 'Maktaba', address: 'books@library.example.org' },
        to: [{ address: manager.user.email }],
      },
    },
  ])
  // By the former way, which was the outbox.
  const told = (await mailsTo(manager.user.email))
    .map(({ text }) => text ?? '')
    .join('\n')
    .replaceAll(/\s+/g, ' ')
  expect(told).toContain(`set the email server to \u2068127.0.0.1:${port}\u2069`)
  expect(await sendsMail()).toBe(true)
  // The default of ADMIN_EMAIL would let whoever has that address in.
  expect(isAdminEmail('admin@example.com')).toBe(false)

  expect((await requestSignInCode(new Caller(), 'ada@example.org', {}, false)).status).toBe(200)
  await expect.poll(subjects).toContainEqual(expect.stringMatching(/^\d{6} is your code/))
  expect(await mailsTo('ada@example.org')).toEqual([])

  await manager.call(librarySettingsRouter.undo, { id: undo ?? '' })
  expect(await sendsMail()).toBe(false)
  expect((await librarySettings()).mailServer).toBe(null)
  await requestSignInCode(new Caller(), 'after@example.org')
  expect(await mailsTo('after@example.org')).toHaveLength(1)

  await flushSecurityEvents()
  const { items } = await manager.call(securityRouter.list, { kind: 'operation' })
  expect(items.slice(0, 2).map((one) => eventWord(one, 'UTC'))).toEqual([
    'Removed the email server',
    `Set the email server to 127.0.0.1:${port}`,
  ])
})

test('the password is kept encrypted, and neither shown nor logged', async () => {
  const manager = await as('manager')
  await manager.call(mailServerRouter.change, SERVER)
  const { mailServer } = await librarySettings()
  expect(await readMailPassword(mailServer?.password ?? '')).toBe(PASSWORD)
  const shown = await manager.call(settingsRouter.list, undefined)
  const { password: _, ...rest } = SERVER
  expect(shown.mail).toEqual({ variable: null, server: { ...rest, hasPassword: true } })
  await flushSecurityEvents()
  const log = await manager.call(securityRouter.list, {})
  const told = JSON.stringify([shown, log, logged])
  for (const secret of [PASSWORD, 'geheim', mailServer?.password ?? '?']) expect(told).not.toContain(secret)
  expect(JSON.stringify(await db.select().from(librarySettingChange))).not.toContain('geheim')
})

describe('a kept password', () => {
  test('is used again for the same server and user', async () => {
    const manager = await as('manager')
    await manager.call(mailServerRouter.change, SERVER)
    await manager.call(mailServerRouter.change, { ...SERVER, sender: 'other@example.org', password: null })
    const tests = received.filter(({ mail }) => mail.subject === 'Emails of this library arrive')
    expect(tests).toMatchObject([
      { user: 'maktaba', mail: { from: { address: SERVER.sender } } },
      { user: 'maktaba', mail: { from: { address: 'other@example.org' } } },
    ])
  })

  test.each([{ host: 'localhost' }, { port: port + 1 }, { user: 'else' }, { security: 'tls' as const }])(
    'goes nowhere else: %j',
    async (change) => {
      const manager = await as('manager')
      await manager.call(mailServerRouter.change, SERVER)
      const answer = manager.call(mailServerRouter.change, { ...SERVER, ...change, password: null })
      await expect(answer).rejects.toMatchObject({
        fields: { password: { params: { sentence: m.mail_password_anew() } } },
      })
      expect(received).toHaveLength(1)
    },
  )

  test('of another secret is asked for again, and stops no page', async () => {
    const manager = await as('manager')
    const { password: _, ...rest } = SERVER
    const kept: MailServer = { ...rest, password: 'of-another-secret' }
    await storeLibrarySettings({ mailServer: kept })
    const answer = manager.call(mailServerRouter.change, { ...SERVER, password: null })
    await expect(answer).rejects.toMatchObject({
      fields: { password: { params: { sentence: m.mail_password_anew() } } },
    })
    const refused = await requestSignInCode(new Caller(), 'lost@example.org', {}, false)
    expect([refused.status, await refused.json()]).toMatchObject([503, { code: 'MAIL_NOT_SENT' }])
    expect(JSON.stringify(logged)).toMatch(/write it again in the settings/)
  })
})

describe('nothing is saved, and the field says why', () => {
  const nothing = async (change: Partial<typeof SERVER | Record<string, unknown>>, field: string, said: string) => {
    const manager = await as('manager')
    const answer = manager.call(mailServerRouter.change, { ...SERVER, ...change } as never)
    const error = await answer.catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'VALIDATION_ERROR', fields: { [field]: expect.anything() } })
    expect(JSON.stringify(error)).toContain(said)
    expect((await librarySettings()).mailServer).toBe(null)
    return JSON.stringify(error)
  }

  test.each([
    [{ password: 'wrong' }, 'password', 'does not accept user name and password'],
    [{ user: '' }, 'sender', 'does not send from this address'],
    [{ sender: 'refused@example.org' }, 'sender', 'does not send from this address'],
    [{ port: 1 }, 'port', m.mail_port_closed()],
    [{ host: 'mail.invalid', user: '' }, 'host', m.mail_name_unknown()],
    [{ security: 'tls' }, 'security', m.mail_encryption()],
    [{ security: 'starttls' }, 'security', m.mail_encryption()],
    [{ host: '203.0.113.7' }, 'security', m.mail_unencrypted()],
    [{ host: 'smtp://mail.example.org' }, 'host', 'validation_invalid'],
    [{ host: 'a b' }, 'host', 'validation_invalid'],
    [{ port: Number.NaN }, 'port', 'validation_required'],
    [{ host: '' }, 'host', 'validation_required'],
    [{ port: 0 }, 'port', 'validation_number_min'],
    [{ port: 65_536 }, 'port', 'validation_number_max'],
    [{ user: 'a\r\nRCPT TO: b' }, 'user', 'text_invalid'],
    [{ sender: 'Books <books@example.org>' }, 'sender', 'email_invalid'],
    [{ password: 'x'.repeat(501) }, 'password', 'validation_string_max'],
  ])('%j', async (change, field, said) => void (await nothing(change, field, said)))

  test('a server whose certificate has expired, or is of no known issuer', async () => {
    const withCertificate = async (options: SMTPServerOptions, said: string) =>
      nothing({ port: await listen({ secure: true, disabledCommands: [], ...options }), security: 'tls' }, 'host', said)
    // That of the library itself is of 2012.
    await withCertificate({}, m.mail_certificate_expired())
    const request = 'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1'
    const pem = execFileSync('openssl', [...request.split(' '), '-keyout', '-', '-out', '-'], { stdio: 'pipe' })
    await withCertificate({ key: pem, cert: pem }, m.mail_certificate_issuer())
  })

  test('a server that lets strangers wait: later, not never', async () => {
    const greylisting = await listen({
      onRcptTo: (_address, _session, done) =>
        done(Object.assign(new Error('Greylisted, please try again'), { responseCode: 451 })),
    })
    expect(await nothing({ port: greylisting }, 'sender', 'try again later')).toMatch(/451 Greylisted/)
  })

  test('the twenty-first try in ten minutes is told how long to wait', async () => {
    const manager = await as('manager')
    const tries = Array.from({ length: 21 }, async () =>
      manager.call(mailServerRouter.change, { ...SERVER, port: 1 }).catch((thrown: unknown) => String(thrown)),
    )
    expect(
      (await Promise.all(tries)).filter((said) => /Too many attempts\. Try again in \d+:\d\d/.test(String(said))),
    ).toHaveLength(1)
  })

  test('what the server answers is told in one line', async () => {
    expect(await nothing({ password: 'wrong' }, 'password', 'does not accept user name and password')).toMatch(
      /535 Ask for an app password/,
    )
  })

  test('a server that is none, and says what it likes, has none of it shown', async () => {
    const { createServer } = await import('node:net')
    const other = createServer((socket) => socket.end('SECRET BANNER of another service\r\n')).listen(0, '127.0.0.1')
    await expect.poll(() => other.address()).not.toBe(null)
    const answer = await nothing({ port: (other.address() as AddressInfo).port }, 'host', m.mail_unreachable())
    expect(answer).not.toContain('SECRET')
    other.close()
  })

  test('who has no address that an email reaches', async () => {
    const manager = await signedIn(await aUser({ email: 'admin@example.com', role: 'admin' }), {
      authenticatedAt: now(),
    })
    const answer = manager.call(mailServerRouter.change, SERVER)
    await expect(answer).rejects.toMatchObject({
      fields: { sender: { params: { sentence: m.mail_own_address({ email: 'admin@example.com' }) } } },
    })
  })

  test('a manager without a code of the last minutes, to set, to remove and to undo', async () => {
    const manager = await as('manager')
    const { undo } = await manager.call(mailServerRouter.change, SERVER)
    const later = await signedIn(manager.user, { authenticatedAt: null })
    for (const call of [
      () => later.call(mailServerRouter.change, { ...SERVER, sender: 'x@example.org' }),
      () => later.call(mailServerRouter.remove, undefined),
      () => later.call(librarySettingsRouter.undo, { id: undo ?? '' }),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'SESSION_EXPIRED' })
    expect((await librarySettings()).mailServer?.sender).toBe(SERVER.sender)
  })

  test('where a variable decides', async () => {
    const manager = await as('manager')
    Object.assign(env().given, { names: [...names, 'MAIL'] })
    const answer = manager.call(mailServerRouter.change, SERVER)
    await expect(answer).rejects.toMatchObject({ fields: { host: { key: 'setting_fixed' } } })
    expect((await manager.call(settingsRouter.list, undefined)).mail).toEqual({ variable: 'MAIL', server: null })
    Object.assign(env().given, { names })
  })

  test('a manager who tries too often', async () => {
    const manager = await as('manager')
    const attempt = () => manager.call(mailServerRouter.change, { ...SERVER, port: 1 })
    for (let one = 0; one < 20; one += 1) await expect(attempt()).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
    await expect(attempt()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  })
})

test.each([
  ['MAIL.Example.org ', 'mail.example.org'],
  ['bücher.example', 'bücher.example'],
  ['::1', '::1'],
  ['mail', 'mail'],
])('the host %j is %j', (host, expected) => expect(mailServerSchema.parse({ ...SERVER, host }).host).toBe(expected))
