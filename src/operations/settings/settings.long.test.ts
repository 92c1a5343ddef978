import { describe, expect, test } from 'vitest'
import { readEnv, type Env } from '#base/env/env.server.ts'
import { VARIABLES } from '#base/env/in-force.server.ts'
import { flushSecurityEvents } from '#base/auth/security/security-log.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { librarySettings } from '#base/db/library-settings.server.ts'
import { librarySetting } from '#base/db/tables/library-setting.ts'
import { eventWord } from '#people/security/event-word.ts'
import { securityRouter } from '#people/security/security.router.server.ts'
import { as, inRequest, signedIn } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { SETTINGS, useEnv } from '#test/env.ts'
import { listSettings } from './shared/list-settings.server.ts'
import { settingConcerns } from './shared/settings-concerns.server.ts'
import { settingText } from './settings-words.ts'
import { librarySettingsRouter } from '#kit/library-settings/library-settings.router.server.ts'
import { settingsRouter } from './settings.router.server.ts'
import { readInstallation } from '#kit/installation/installation.server.ts'

/** Every setting that is a secret, or an address that may contain one, with values that are found again. */
const SECRETS = {
  AUTH_SECRET: 'geheim-auth'.padEnd(40, 'x'),
  METRICS_TOKEN: 'geheim-metrics-token',
  SMTP_URL: 'smtps://geheim-smtp-user:geheim-smtp@mail.example.org:465/?x=geheim-smtp-query',
  GITHUB_CLIENT_ID: 'github-id',
  GITHUB_CLIENT_SECRET: 'geheim-github',
  GOOGLE_CLIENT_ID: 'google-id',
  GOOGLE_CLIENT_SECRET: 'geheim-google',
  OIDC_ISSUER: 'https://geheim-user:geheim-oidc@id.example.org/?key=geheim-issuer',
  OIDC_CLIENT_ID: 'oidc-id',
  OIDC_CLIENT_SECRET: 'geheim-oidc-client',
  CAPTCHA_PROVIDER: 'hcaptcha',
  CAPTCHA_SITE_KEY: 'site-key',
  CAPTCHA_SECRET_KEY: 'geheim-captcha',
  CAPTCHA_VERIFY_URL: 'https://verify.example.org/?secret=geheim-verify',
  UPDATE_URL: 'https://updates.example.org/latest?token=geheim-update',
  LOOKUP_DNB_URL: 'https://geheim-dnb-user:geheim-dnb@dnb.example.org/sru?key=geheim-dnb-query',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'https://geheim-otel-user:geheim-otel@traces.example.org/otlp?x=geheim-otel-query',
} as const
useEnv({ ...SECRETS, MAIL_FROM: undefined })
useDatabase()

const rowsOf = (env: Env) =>
  new Map(listSettings(env).flatMap(({ settings }) => settings.map((row) => [row.name, row] as const)))

describe('the settings', () => {
  test('are shown to managers alone', async () => {
    await expect((await as('stranger')).call(settingsRouter.list, undefined)).rejects.toMatchObject({ status: 401 })
    await expect((await as('reader')).call(settingsRouter.list, undefined)).rejects.toMatchObject({
      code: 'RESOURCE_NOT_ALLOWED',
    })
    expect(await (await as('manager')).call(settingsRouter.list, undefined)).toMatchObject({
      groups: expect.arrayContaining([expect.objectContaining({ name: 'server' })]),
    })
  })

  test('are all of them, each once', async () => {
    const names = listSettings(readEnv({})).flatMap(({ settings }) => settings.map(({ name }) => name))
    expect([...names, ...Object.values(VARIABLES)].toSorted()).toEqual([...SETTINGS].toSorted())
    const texts = names.map(settingText)
    expect(texts).not.toContain(undefined)
    // Each has a sentence of its own.
    expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([])
  })

  test('have no secret, nor a part of one', async () => {
    const answer = JSON.stringify(await (await as('manager')).call(settingsRouter.list, undefined))
    expect(answer).not.toContain('geheim')
    const database = new URL(process.env.DATABASE_URL ?? '')
    expect(answer).not.toContain(database.password)
    for (const place of [
      'smtps://mail.example.org:465',
      'https://id.example.org',
      'https://traces.example.org/otlp',
      'https://dnb.example.org/sru',
    ])
      expect(answer).toContain(place)
    const { groups } = JSON.parse(answer)
    const rows = groups.flatMap((group: { settings: { name: string }[] }) => group.settings)
    for (const name of ['AUTH_SECRET', 'METRICS_TOKEN', 'GITHUB_CLIENT_SECRET', 'CAPTCHA_SECRET_KEY'])
      expect(rows).toContainEqual({ name, state: 'secret', value: null, source: 'environment' })
  })

  test('say where a value comes from', () => {
    const rows = rowsOf(readEnv({ PORT: '4000', TRUSTED_PROXIES: '10.0.0.1, ::1' }))
    expect(rows.get('PORT')).toEqual({ name: 'PORT', state: 'shown', value: '4000', source: 'environment' })
    expect(rows.get('TRUSTED_PROXIES')?.value).toBe('10.0.0.1, ::1')
    expect(rows.get('HOST')).toEqual({ name: 'HOST', state: 'shown', value: '127.0.0.1', source: 'default' })
    expect(rows.get('DEMO')?.value).toBe('false')
    expect(rows.get('AUTH_SECRET')).toEqual({ name: 'AUTH_SECRET', state: 'secret', value: null, source: 'file' })
    expect(rows.get('METRICS_TOKEN')).toMatchObject({ state: 'unset', source: 'default' })
  })

  test('are hidden in the demo, but for what every page shows', () => {
    const rows = rowsOf(readEnv({ DEMO: 'true', ADMIN_EMAIL: 'ada@example.org', ENV_NAME: 'Try it' }))
    for (const name of ['ADMIN_EMAIL', 'DATA_DIR', 'AUTH_SECRET', 'HOST'])
      expect(rows.get(name)).toMatchObject({ state: 'hidden', value: null })
    expect(rows.get('ENV_NAME')?.value).toBe('Try it')
  })
})

describe('what the library decides itself', () => {
  const FIRST = { lending: false, loanMemoryDays: 30, signInCards: true, network: false }
  const UNDECIDED = {
    name: null,
    contactEmail: null,
    signup: null,
    timeZone: null,
    trashDays: null,
    securityLogDays: null,
    reminderMails: null,
  }

  test('is changed by managers alone, known to every page at once, and in the security log', async () => {
    const manager = await as('manager')
    const shown = async () => (await manager.call(settingsRouter.list, undefined)).library
    expect(await shown()).toEqual({ ...FIRST, ...UNDECIDED })
    for (const caller of [await as('reader'), await as('stranger')])
      await expect(caller.call(librarySettingsRouter.change, { ...FIRST, lending: true })).rejects.toMatchObject({
        status: expect.toSatisfy((status) => status === 401 || status === 403),
      })
    expect((await inRequest(readInstallation)).isLending).toBe(false)
    // Without a recent authentication, as said.
    const later = await signedIn(manager.user, { authenticatedAt: null })
    await later.call(librarySettingsRouter.change, { lending: true, loanMemoryDays: null })
    expect(await shown()).toEqual({ ...FIRST, ...UNDECIDED, lending: true, loanMemoryDays: null })
    expect((await inRequest(readInstallation)).isLending).toBe(true)
    await manager.call(librarySettingsRouter.change, { lending: true, loanMemoryDays: 7 })
    await manager.call(librarySettingsRouter.change, { signInCards: false })
    expect((await inRequest(readInstallation)).hasCards).toBe(false)
    await flushSecurityEvents()
    const { items } = await manager.call(securityRouter.list, { kind: 'operation' })
    expect(items.map((one) => [one.actor, one.person?.id, eventWord(one, 'UTC')])).toEqual([
      [null, manager.user.id, 'Switched sign-in cards off'],
      [null, manager.user.id, 'Days for which a loan keeps its borrower after the return: 7'],
      [null, manager.user.id, 'Loans never forget their borrower'],
      [null, manager.user.id, 'Switched lending on'],
    ])
    await manager.call(librarySettingsRouter.change, FIRST)
  })

  test.each([[-1], [366], [1.5]])('cannot be %s days', async (loanMemoryDays) => {
    await expect(
      (await as('manager')).call(librarySettingsRouter.change, { lending: true, loanMemoryDays }),
    ).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  })

  test('is heard of by other servers within two seconds', async () => {
    const other = db.update(librarySetting).set({ lending: true })
    expect((await librarySettings()).lending).toBe(false)
    await other
    await expect.poll(async () => (await librarySettings()).lending, { timeout: 4000 }).toBe(true)
  })
})

describe('an unwise setting', () => {
  const DATABASE = { DATABASE_URL: 'postgres://u:p@db.example.org/x', AUTH_SECRET: 'x'.repeat(32) }
  const CONTACT = { CONTACT_EMAIL: 'ask@example.org' }
  const SMTP = { SMTP_URL: 'smtp://localhost', MAIL_FROM: 'a@example.org', ...CONTACT }
  const codesOf = (source: Record<string, string>) => settingConcerns(readEnv(source)).map(({ code }) => code)

  test('none without a trusted proxy at a socket, where only the proxy asks', () => {
    Object.assign(process.env, { LISTEN_PID: String(process.pid), LISTEN_FDS: '1' })
    try {
      expect(codesOf({ ...SMTP, BASE_URL: 'https://b.org' })).toEqual([])
    } finally {
      delete process.env.LISTEN_PID
      delete process.env.LISTEN_FDS
    }
  })

  test.each<[string, Record<string, string>, string[]]>([
    ['no mail server and nobody to ask, by default', {}, ['outbox', 'contact']],
    ['none in the demo', { DEMO: 'true' }, []],
    ['a public address without https', { ...SMTP, BASE_URL: 'http://books.example.org' }, ['http']],
    [
      'an outbox for the public',
      { ...CONTACT, MAIL: 'outbox', BASE_URL: 'https://b.org', TRUSTED_PROXIES: '::1' },
      ['outbox'],
    ],
    ['https without a trusted proxy', { ...SMTP, BASE_URL: 'https://b.org' }, ['no_proxy']],
    ['no sender', { ...CONTACT, SMTP_URL: 'smtp://localhost' }, ['sender']],
    ['no manager, and a database in clear', { ...DATABASE, ...SMTP }, ['no_admin', 'plain_database']],
    [
      'none with TLS',
      { ...SMTP, ...DATABASE, DATABASE_URL: `${DATABASE.DATABASE_URL}?sslmode=verify-full`, ADMIN_EMAIL: 'a@b.org' },
      [],
    ],
    [
      'none with a database beside it',
      { ...SMTP, ...DATABASE, DATABASE_URL: 'postgres://u:p@127.0.0.1/x', ADMIN_EMAIL: 'a@b.org' },
      [],
    ],
    [
      'a replica in clear',
      {
        ...SMTP,
        ...DATABASE,
        DATABASE_URL: 'postgres://localhost/x',
        DATABASE_REPLICA_URL: 'postgres://b.org/x',
        ADMIN_EMAIL: 'a@b.org',
      },
      ['plain_database'],
    ],
    ['a silent log', { ...SMTP, LOG_LEVEL: 'silent' }, ['silent_log']],
  ])('%s', (_, source, codes) => {
    expect(codesOf(source)).toEqual(codes)
  })
})
