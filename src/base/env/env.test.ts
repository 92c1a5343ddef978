import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { SETTINGS } from '#test/env.ts'
import { env, readEnv } from './env.server.ts'
import { EnvError, type Source } from './read-env.server.ts'

const DATABASE = {
  DATABASE_URL: 'postgres://maktaba:geheim-7@db/maktaba',
  AUTH_SECRET: 's'.repeat(32),
  SMTP_URL: 'smtp://mail',
}

/** The lines that an operator reads; none when the settings are right. */
function faultsOf(source: Source): string[] {
  try {
    readEnv(source)
    return []
  } catch (error) {
    if (error instanceof EnvError) return error.message.split('\n')
    throw error
  }
}

describe('settings', () => {
  test('all have a default', () => {
    expect(readEnv({})).toEqual({
      host: '127.0.0.1',
      port: 3000,
      baseUrl: 'http://localhost:3000',
      origins: ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'],
      workers: 1,
      dataDir: resolve('data'),
      databaseUrl: undefined,
      directUrl: undefined,
      replicaUrl: undefined,
      authSecret: undefined,
      mail: { mode: 'outbox', smtpUrl: undefined, from: expect.stringMatching(/^Maktaba <.+@.+>$/) },
      adminEmails: ['admin@example.com'],
      isDemo: false,
      backupDelay: 0,
      hint: { name: undefined, emoji: undefined, color: 'plum', isMarked: false },
      library: {
        contactEmail: undefined,
        signup: undefined,
        timeZone: undefined,
        trashDays: undefined,
        securityLogDays: undefined,
      },
      starterCommand: 'npm create maktaba@latest',
      seed: 'sample',
      social: { github: undefined, google: undefined, oidc: undefined },
      captcha: undefined,
      requirePasskey: 'none',
      passkeySite: { rpID: 'localhost', origin: 'http://localhost:3000' },
      codesPerClient: 200,
      isBackedUpNightly: true,
      isBackedUpBeforeUpdate: true,
      updateUrl: undefined,
      trustedProxies: [],
      lookup: expect.objectContaining({ sources: [] }),
      logLevel: 'info',
      metricsToken: undefined,
      given: { names: [], shared: { names: [], digest: expect.any(String) } },
    })
  })

  test('are read from the environment', () => {
    const set = readEnv({
      HOST: '::1',
      PORT: '4001',
      DATA_DIR: '/srv/maktaba',
      MAIL_FROM: 'Books <books@example.org>',
      ADMIN_EMAIL: ' Ada@Example.org , bob@bücher.example ',
      SIGNUP: 'false',
      DEMO: '1',
      ENV_NAME: 'test',
      ENV_EMOJI: '🧪',
      ENV_COLOR: '#7a2a5a',
      CONTACT_EMAIL: 'us@example.org',
      STARTER_COMMAND: 'npm create x',
      SEED: 'none',
      TIME_ZONE: 'Africa/Nairobi',
      SECURITY_LOG_DAYS: '31',
      CODES_PER_CLIENT: '5',
      TRASH_DAYS: '7',
      BACKUPS: 'off',
      BACKUP_BEFORE_UPDATE: 'false',
      BACKUP_FOLDER: '/mnt/stick',
      UPDATE_URL: 'https://example.org/latest',
      TRUSTED_PROXIES: '10.0.0.0/8, ::1',
      LOG_LEVEL: 'debug',
      METRICS_TOKEN: 'sixteen letters!',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
      GITHUB_CLIENT_ID: 'g',
      GITHUB_CLIENT_SECRET: 'h',
      OIDC_ISSUER: 'https://id.example.org',
      OIDC_CLIENT_ID: 'i',
      OIDC_CLIENT_SECRET: 'j',
      OIDC_NAME: 'School',
      CAPTCHA_PROVIDER: 'hcaptcha',
      CAPTCHA_SITE_KEY: 'k',
      CAPTCHA_SECRET_KEY: 'l',
    })
    expect(set).toMatchObject({
      host: '::1',
      port: 4001,
      baseUrl: 'http://localhost:4001',
      dataDir: '/srv/maktaba',
      mail: { from: 'Books <books@example.org>' },
      adminEmails: ['ada@example.org', 'bob@xn--bcher-kva.example'],
      isDemo: true,
      hint: { name: 'test', emoji: '🧪', color: '#7a2a5a', isMarked: true },
      library: {
        contactEmail: 'us@example.org',
        signup: false,
        timeZone: 'Africa/Nairobi',
        trashDays: 7,
        securityLogDays: 31,
        backupFolder: '/mnt/stick',
      },
      starterCommand: 'npm create x',
      seed: 'none',
      codesPerClient: 5,
      isBackedUpNightly: false,
      isBackedUpBeforeUpdate: false,
      updateUrl: 'https://example.org/latest',
      trustedProxies: ['10.0.0.0/8', '::1'],
      logLevel: 'debug',
      metricsToken: 'sixteen letters!',
      otlpEndpoint: 'http://127.0.0.1:4318/',
      social: {
        github: { clientId: 'g', clientSecret: 'h' },
        oidc: { issuer: 'https://id.example.org/', clientId: 'i', clientSecret: 'j', name: 'School' },
      },
      captcha: { provider: 'hcaptcha', siteKey: 'k', secretKey: 'l' },
    })
  })

  test('empty or blank counts as unset', () => {
    expect(readEnv(Object.fromEntries(SETTINGS.map((name) => [name, '  '])))).toEqual(readEnv({}))
  })

  test('that are read are all known to the tests', () => {
    const read = new Set<string>()
    const spy = new Proxy<Source>({}, { get: (_, name) => void read.add(String(name)) })
    readEnv(spy)
    // Read only with a captcha.
    read.add('CAPTCHA_VERIFY_URL').add('OIDC_NAME')
    for (const name of ['GITHUB', 'GOOGLE', 'OIDC']) read.add(`${name}_CLIENT_ID`).add(`${name}_CLIENT_SECRET`)
    expect([...read].toSorted()).toEqual([...SETTINGS].toSorted())
  })

  test('of the process are read once', () => {
    expect(env().authSecret).toBe(process.env.AUTH_SECRET)
    process.env.PORT = '4999'
    expect(env().port).toBe(3000)
  })
})

describe('a wrong setting', () => {
  test.each([
    ['PORT', 'eighty', 'PORT is "eighty": allowed is a whole number from 1 to 65535'],
    ['PORT', '0', 'PORT is "0": allowed is a whole number from 1 to 65535'],
    ['PORT', '65536', 'PORT is "65536": allowed is a whole number from 1 to 65535'],
    ['PORT', '3e3', 'PORT is "3e3": allowed is a whole number from 1 to 65535'],
    ['PORT', '-1', 'PORT is "-1": allowed is a whole number from 1 to 65535'],
    ['WORKERS', '0', 'WORKERS is "0": allowed is a whole number from 1 to 20'],
    ['SIGNUP', 'yes', 'SIGNUP is "yes": allowed are true and false'],
    ['DEMO', 'on', 'DEMO is "on": allowed are true and false'],
    ['MAIL', 'sendmail', 'MAIL is "sendmail": allowed are outbox, smtp'],
    ['SEED', 'all', 'SEED is "all": allowed are none, genres, sample'],
    [
      'TIME_ZONE',
      'Mars/Olympus',
      'TIME_ZONE is "Mars/Olympus": allowed is a name of the IANA time zone database, such as Africa/Nairobi',
    ],
    ...['red;}body{', 'notacolour', 'transparent', '#zz', '#12345', 'constructor'].map((value) => [
      'ENV_COLOR',
      value,
      `ENV_COLOR is "${value}": allowed is a CSS colour name, such as teal, or # and 3 or 6 hexadecimal digits`,
    ]),
    [
      'ADMIN_EMAIL',
      'a@b.c, nobody',
      'ADMIN_EMAIL is "a@b.c, nobody": allowed are email addresses, with commas between them; "nobody" is none',
    ],
    ...['garbage', 'A <b>', 'A <a@b.example> B', 'a@b.example, c@d.example'].map((wrong): [string, string, string] => [
      'MAIL_FROM',
      wrong,
      `MAIL_FROM is "${wrong}": allowed is an email address, or a name and an address: Maktaba <library@example.org>`,
    ]),
    [
      'CONTACT_EMAIL',
      'nobody',
      'CONTACT_EMAIL is "nobody": allowed are email addresses, with commas between them; "nobody" is none',
    ],
    ['BACKUPS', 'yes', 'BACKUPS is "yes": allowed are on, off'],
    ['BACKUP_FOLDER', 'stick', 'BACKUP_FOLDER is "stick": allowed is an absolute path, such as /mnt/stick'],
    ['TRASH_DAYS', '0', 'TRASH_DAYS is "0": allowed is a whole number from 1 to 3650'],
    ['REQUIRE_PASSKEY', 'all', 'REQUIRE_PASSKEY is "all": allowed are none, admins'],
    ['SECURITY_LOG_DAYS', '7', 'SECURITY_LOG_DAYS is "7": allowed is a whole number from 31 to 3650'],
    ['CODES_PER_CLIENT', '0', 'CODES_PER_CLIENT is "0": allowed is a whole number from 1 to 1000000'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL is "loud": allowed are fatal, error, warn, info, debug, trace, silent'],
    [
      'SMTP_URL',
      'mail.example.org',
      'SMTP_URL is not a valid URL: allowed is a URL that begins with smtp:// or smtps://',
    ],
    [
      'DATABASE_URL',
      'mysql://db/x',
      'DATABASE_URL is not a valid URL: allowed is a URL that begins with postgres:// or postgresql://',
    ],
    [
      'DATABASE_REPLICA_URL',
      'db2/x',
      'DATABASE_REPLICA_URL is not a valid URL: allowed is a URL that begins with postgres:// or postgresql://',
    ],
    [
      'OIDC_ISSUER',
      'id.example.org',
      'OIDC_ISSUER is not a valid URL: allowed is a URL that begins with https:// or http://',
    ],
    ['METRICS_TOKEN', 'too short', 'METRICS_TOKEN is 9 characters long: at least 16 characters are needed'],
    ['AUTH_SECRET', 'too short', 'AUTH_SECRET is 9 characters long: at least 32 characters are needed'],
    ['GITHUB_CLIENT_ID', 'x', 'GITHUB_CLIENT_SECRET is not set: needed together with GITHUB_CLIENT_ID'],
    ['GOOGLE_CLIENT_SECRET', 'x', 'GOOGLE_CLIENT_ID is not set: needed together with GOOGLE_CLIENT_SECRET'],
    [
      'CAPTCHA_PROVIDER',
      'riddle',
      'CAPTCHA_PROVIDER is "riddle": allowed are cloudflare-turnstile, google-recaptcha, hcaptcha, captchafox',
    ],
    ['CAPTCHA_SITE_KEY', 'x', 'CAPTCHA_SECRET_KEY is not set: needed together with CAPTCHA_SITE_KEY'],
    [
      'TRUSTED_PROXIES',
      '10.0.0.0/33',
      'TRUSTED_PROXIES is "10.0.0.0/33": allowed are addresses and CIDRs, with commas between them; "10.0.0.0/33" is none',
    ],
  ])('%s=%s is reported with the variable, its value and what is allowed', (name, value, line) => {
    expect(faultsOf({ [name]: value })).toContain(line)
  })

  test('is shown together with all others', () => {
    const lines = faultsOf({ PORT: 'x', MAIL: 'y', TIME_ZONE: 'z', BASE_URL: 'w', DATABASE_URL: 'v', SMTP_URL: 'u' })
    expect(lines.map((line) => /^\w+/.exec(line)?.[0])).toEqual([
      'PORT',
      'DATABASE_URL',
      'BASE_URL',
      'SMTP_URL',
      'MAIL',
      'AUTH_SECRET',
      'TIME_ZONE',
    ])
  })

  test('never shows a secret', () => {
    const shown = faultsOf({
      SMTP_URL: 'https://user:geheim-1@mail',
      DATABASE_URL: 'mysql://user:geheim-2@db/x',
      AUTH_SECRET: 'geheim-3',
      GITHUB_CLIENT_SECRET: 'geheim-4',
      CAPTCHA_SECRET_KEY: 'geheim-5',
      METRICS_TOKEN: 'geheim-6',
      OIDC_ISSUER: 'x://user:geheim-7@id',
    }).join('\n')
    expect(shown).toMatch(/SMTP_URL[^]*AUTH_SECRET/)
    expect(shown).not.toContain('geheim')
  })
})

test.each([{ ENV_NAME: 'Training' }, { ENV_EMOJI: '🧪' }, { ENV_COLOR: 'Teal' }, { ENV_COLOR: 'plum' }])(
  '%j marks a trial installation by itself',
  (source) => {
    expect(readEnv(source).hint.isMarked).toBe(true)
  },
)

describe('passkeys', () => {
  const at = (BASE_URL: string, more = {}) => ({ ...DATABASE, MAIL: 'outbox', BASE_URL, ...more })

  test.each([
    ['https://library.example.org', 'library.example.org'],
    ['https://library.example.org:8443', 'library.example.org'],
    ['http://localhost:4000', 'localhost'],
    ['http://library.example.org', undefined],
    ['https://192.168.1.7', undefined],
    ['https://[fd00::7]', undefined],
    ['http://127.0.0.1:3000', undefined],
  ])('at %s are those of %s', (baseUrl, rpID) => {
    expect(readEnv(at(baseUrl)).passkeySite).toEqual(rpID && { rpID, origin: baseUrl })
  })

  test('are not there in the demo', () => {
    expect(readEnv(at('https://library.example.org', { DEMO: 'true' })).passkeySite).toBeUndefined()
  })

  test.each([
    [
      at('http://192.168.1.7:3000'),
      'REQUIRE_PASSKEY is "admins": browsers have no passkeys for http://192.168.1.7:3000',
    ],
    [{ DEMO: 'true' }, 'REQUIRE_PASSKEY is "admins": with DEMO, allowed is none'],
  ])('are not demanded where nobody could have one', (source, line) => {
    expect(faultsOf({ ...source, REQUIRE_PASSKEY: 'admins' }).join()).toContain(line)
  })

  test('are demanded of admins', () => {
    expect(readEnv({ REQUIRE_PASSKEY: 'admins' }).requirePasskey).toBe('admins')
  })
})

describe('BASE_URL', () => {
  test.each([
    ['https://library.example.org', 'https://library.example.org'],
    ['https://library.example.org/', 'https://library.example.org'],
    ['http://192.168.1.7:3000', 'http://192.168.1.7:3000'],
    ['https://Library.example.org:443', 'https://library.example.org'],
  ])('%s is the one origin', (value, origin) => {
    expect(readEnv({ ...DATABASE, BASE_URL: value })).toMatchObject({ baseUrl: origin, origins: [origin] })
  })

  test.each([
    'library',
    'ftp://library',
    'https://library/app',
    'https://library/?a',
    'https://library/#a',
    'https://me@library',
    '//library',
    'https://',
  ])('%s is refused in the words of the specification', (value) => {
    expect(faultsOf({ ...DATABASE, BASE_URL: value })).toEqual([
      expect.stringContaining(`Invalid base URL "${value}". Please provide a valid base URL.`),
    ])
    expect(faultsOf({ ...DATABASE, BASE_URL: value })[0]).toMatch(/^BASE_URL: .* Allowed is http:\/\/ or https:\/\//)
  })

  test('must be set when others can reach the server; the refusal lists addresses to choose from', () => {
    for (const HOST of ['0.0.0.0', '::', '192.168.1.7', 'library']) {
      expect(faultsOf({ HOST, PORT: '4000' })).toEqual([
        expect.stringMatching(new RegExp(`^BASE_URL is not set: with HOST ${HOST} .*http://[\\d.\\[:a-f\\]]+:4000`)),
      ])
    }
    expect(faultsOf({ HOST: '0.0.0.0', BASE_URL: 'http://192.168.1.7:3000' })).toEqual([])
  })

  test('need not be set on loopback', () => {
    for (const HOST of ['127.0.0.1', '127.1.2.3', '::1', '[::1]', 'localhost']) expect(faultsOf({ HOST })).toEqual([])
    expect(readEnv({ HOST: '[::1]' }).host).toBe('::1')
  })

  test('may be left out of the origins of the default port', () => {
    expect(readEnv({ PORT: '80' }).origins).toEqual(['http://localhost', 'http://127.0.0.1', 'http://[::1]'])
  })
})

describe('MAIL', () => {
  const modeOf = (source: Source) => readEnv(source).mail.mode

  test('goes to the outbox only with the embedded database, without SMTP_URL and on a private host', () => {
    expect(modeOf({})).toBe('outbox')
    for (const host of [
      'localhost:3000',
      '127.0.0.1',
      '[::1]:3000',
      '10.1.2.3',
      '172.16.0.1',
      '172.31.9.9',
      '192.168.0.9',
      '169.254.1.1',
      '[fd00::1]',
      '[fe80::1]',
      'library',
      'library.local',
    ]) {
      expect([host, modeOf({ BASE_URL: `http://${host}` })]).toEqual([host, 'outbox'])
    }
    expect(modeOf({ SMTP_URL: 'smtp://mail' })).toBe('smtp')
    expect(modeOf({ ...DATABASE })).toBe('smtp')
    for (const host of ['library.example.org', '172.32.0.1', '8.8.8.8', '[2001:db8::1]', '192.169.0.1']) {
      expect([host, modeOf({ BASE_URL: `https://${host}`, SMTP_URL: 'smtp://mail' })]).toEqual([host, 'smtp'])
      expect(faultsOf({ BASE_URL: `https://${host}` })).toEqual([
        expect.stringMatching(/^SMTP_URL is not set: with MAIL smtp it is needed/),
      ])
    }
  })

  test('is the requested one', () => {
    expect(modeOf({ ...DATABASE, MAIL: 'outbox' })).toBe('outbox')
    expect(modeOf({ MAIL: 'outbox', BASE_URL: 'https://library.example.org' })).toBe('outbox')
    expect(faultsOf({ MAIL: 'smtp' })).toEqual([expect.stringMatching(/^SMTP_URL is not set/)])
    // As sudo and login shells set it.
    expect(readEnv({ MAIL: '/var/mail/root' })).toMatchObject({ mail: { mode: 'outbox' }, given: { names: [] } })
  })

  test('by SMTP has no admin by default', () => {
    expect(readEnv({ ...DATABASE }).adminEmails).toEqual([])
    expect(readEnv({ ...DATABASE, ADMIN_EMAIL: 'ada@example.org' }).adminEmails).toEqual(['ada@example.org'])
  })
})
