import { isAbsolute } from 'node:path'
import { addressList } from '#base/lib/http/address-list.server.ts'
import { lazy } from '#base/lib/lazy.ts'
import { isTimeZone } from '#base/lib/time-zone.ts'
import { isLoopback, isPrivateHost, ownAddresses } from './addresses.server.ts'
import { isColor } from './colors.server.ts'
import { readDatabase } from './database-env.server.ts'
import { readLookup } from './lookup-env.server.ts'
import { passkeySiteOf } from './passkey-site.server.ts'
import { EnvError, EnvReader, type Source } from './read-env.server.ts'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const CAPTCHAS = ['cloudflare-turnstile', 'google-recaptcha', 'hcaptcha', 'captchafox'] as const

export type Env = ReturnType<typeof readEnv>

/** Parses and validates all settings; throws one EnvError that lists every problem. */
export function readEnv(source: Source) {
  const read = new EnvReader(source)
  const port = read.wholeNumber('PORT', 3000, 1, 65535)
  // An IPv6 address is often written as in a link.
  const host = read.text('HOST')?.replace(/^\[(.*)\]$/, '$1') ?? '127.0.0.1'
  const database = readDatabase(read)
  const isEmbedded = read.text('DATABASE_URL') === undefined
  const { baseUrl, origins } = readOrigins(read, host, port)
  const mail = readMail(read, isEmbedded, read.text('BASE_URL') === undefined ? undefined : baseUrl)
  const authSecret = read.secret('AUTH_SECRET', 32)
  if (!isEmbedded && authSecret === undefined) {
    read.problems.push('AUTH_SECRET is not set: with DATABASE_URL it is needed, 32 characters or more')
  }
  const isDemo = read.flag('DEMO', false)

  const env = {
    host,
    port,
    baseUrl,
    origins,
    ...database,
    // The embedded database has a hundred connections.
    workers: read.wholeNumber('WORKERS', 1, 1, database.databaseUrl === undefined ? 20 : 64),
    authSecret,
    mail,
    adminEmails: read.emails('ADMIN_EMAIL') ?? (mail.mode === 'outbox' ? ['admin@example.com'] : []),
    isDemo,
    hint: readHint(read),
    starterCommand: read.text('STARTER_COMMAND') ?? 'npm create maktaba@latest',
    library: readLibrary(read),
    social: readSocial(read),
    captcha: readCaptcha(read),
    ...readPasskeys(read, baseUrl, isDemo),
    codesPerClient: read.wholeNumber('CODES_PER_CLIENT', 200, 1, 1_000_000),
    isBackedUpNightly: (read.choice('BACKUPS', ['on', 'off']) ?? (isEmbedded ? 'on' : 'off')) === 'on',
    /** Minutes after three o'clock at night, and after a start, at which the nightly backup is due. */
    backupDelay: read.wholeNumber('BACKUP_DELAY', 0, 0, 720),
    trustedProxies: readProxies(read),
    lookup: readLookup(read),
    logLevel: read.choice('LOG_LEVEL', LOG_LEVELS) ?? 'info',
    metricsToken: read.secret('METRICS_TOKEN', 16),
    /** Where traces are sent. */
    otlpEndpoint: read.url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:'])?.href,
    given: read.given(),
  }
  if (read.problems.length > 0) throw new EnvError(read.problems.join('\n'))
  return env
}

/** The settings of the server, read once; the command line reads fewer, by `database-env.server.ts`. */
export const env = lazy(() => readEnv(process.env))

/** What the library may decide itself, as far as the operator has decided it: `in-force.server.ts` says what holds. */
const readLibrary = (read: EnvReader) => ({
  contactEmail: read.emails('CONTACT_EMAIL')?.[0],
  signup: read.flag('SIGNUP', undefined),
  timeZone: readTimeZone(read),
  trashDays: read.wholeNumber('TRASH_DAYS', undefined, 1, 3650),
  securityLogDays: read.wholeNumber('SECURITY_LOG_DAYS', undefined, 31, 3650),
  backupFolder: readBackupFolder(read),
})

function readBackupFolder(read: EnvReader): string | undefined {
  const folder = read.text('BACKUP_FOLDER')
  if (folder !== undefined && !isAbsolute(folder))
    read.refuse('BACKUP_FOLDER', 'allowed is an absolute path, such as /mnt/stick')
  return folder
}

function readTimeZone(read: EnvReader): string | undefined {
  const timeZone = read.text('TIME_ZONE')
  if (timeZone !== undefined && !isTimeZone(timeZone))
    read.refuse('TIME_ZONE', 'allowed is a name of the IANA time zone database, such as Africa/Nairobi')
  return timeZone
}

function readOrigins(read: EnvReader, host: string, port: number) {
  const text = read.text('BASE_URL')
  if (text !== undefined) {
    const url = URL.canParse(text) ? new URL(text) : undefined
    if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash && !url.username) {
      return { baseUrl: url.origin, origins: [url.origin] }
    }
    // Wording of the specification, section 8.
    read.problems.push(
      `BASE_URL: Invalid base URL "${text}". Please provide a valid base URL. Allowed is http:// or https://, a host and a port, without a path.`,
    )
  } else if (!isLoopback(host)) {
    const choices = ownAddresses().map((address) => `http://${address}:${port}`)
    read.problems.push(
      `BASE_URL is not set: with HOST ${host} it must be the address that readers open, for example ${choices.join(' or ') || `http://192.168.1.10:${port}`}`,
    )
  }
  const names = ['localhost', '127.0.0.1', '[::1]']
  return { baseUrl: `http://localhost:${port}`, origins: names.map((name) => new URL(`http://${name}:${port}`).origin) }
}

function readMail(read: EnvReader, isEmbedded: boolean, baseUrl: string | undefined) {
  const smtpUrl = read.url('SMTP_URL', ['smtp:', 'smtps:'])?.href
  const isPrivate = baseUrl === undefined || isPrivateHost(new URL(baseUrl).hostname)
  const hasSmtp = read.text('SMTP_URL') !== undefined
  const mode = read.choice('MAIL', ['outbox', 'smtp']) ?? (isEmbedded && !hasSmtp && isPrivate ? 'outbox' : 'smtp')
  if (mode === 'smtp' && !hasSmtp) {
    read.problems.push(
      'SMTP_URL is not set: with MAIL smtp it is needed, for example smtps://user:password@mail.example.org',
    )
  }
  return { mode, smtpUrl, from: readSender(read) }
}

/** The sender of all mails: an address, or a name and an address in angle brackets, on one line. */
function readSender(read: EnvReader): string {
  const sender = read.text('MAIL_FROM') ?? 'Maktaba <maktaba@localhost>'
  if (!/^(?:[^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/.test(sender))
    read.refuse('MAIL_FROM', 'allowed is an email address, or a name and an address: Maktaba <library@example.org>')
  return sender
}

/** Where passkeys are possible, and who must use one; a demand that no user could meet is refused. */
function readPasskeys(read: EnvReader, baseUrl: string, isDemo: boolean) {
  const requirePasskey = read.choice('REQUIRE_PASSKEY', ['none', 'admins']) ?? 'none'
  const passkeySite = isDemo ? undefined : passkeySiteOf(baseUrl)
  if (requirePasskey === 'admins' && isDemo) read.refuse('REQUIRE_PASSKEY', 'with DEMO, allowed is none')
  else if (requirePasskey === 'admins' && !passkeySite)
    read.refuse('REQUIRE_PASSKEY', `browsers have no passkeys for ${baseUrl}: set BASE_URL to https:// and a host name`)
  return { requirePasskey, passkeySite }
}

/** The banner of a trial installation, shown if any of the three variables is set. */
function readHint(read: EnvReader) {
  const name = read.text('ENV_NAME')
  const emoji = read.text('ENV_EMOJI')
  const color = read.text('ENV_COLOR')?.toLowerCase()
  // Used as a CSS value, so only colours are allowed.
  if (color !== undefined && !isColor(color))
    read.refuse('ENV_COLOR', 'allowed is a CSS colour name, such as teal, or # and 3 or 6 hexadecimal digits')
  return { name, emoji, color: color ?? 'plum', isMarked: [name, emoji, color].some((value) => value !== undefined) }
}

function readSocial(read: EnvReader) {
  const pair = (name: string) => {
    const id = `${name}_CLIENT_ID`
    const secret = `${name}_CLIENT_SECRET`
    return read.together([id, secret])
      ? { clientId: read.text(id) ?? '', clientSecret: read.text(secret) ?? '' }
      : undefined
  }
  const issuer = read.url('OIDC_ISSUER', ['https:', 'http:'])?.href
  const oidc = read.together(['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']) ? pair('OIDC') : undefined
  return {
    github: pair('GITHUB'),
    google: pair('GOOGLE'),
    oidc: issuer && oidc ? { ...oidc, issuer, name: read.text('OIDC_NAME') ?? 'OpenID' } : undefined,
  }
}

function readCaptcha(read: EnvReader) {
  const provider = read.choice('CAPTCHA_PROVIDER', CAPTCHAS)
  const isComplete = read.together(['CAPTCHA_PROVIDER', 'CAPTCHA_SITE_KEY', 'CAPTCHA_SECRET_KEY'])
  if (!provider || !isComplete) return undefined
  return {
    provider,
    siteKey: read.text('CAPTCHA_SITE_KEY') ?? '',
    secretKey: read.text('CAPTCHA_SECRET_KEY') ?? '',
    verifyUrl: read.url('CAPTCHA_VERIFY_URL', ['https:', 'http:'])?.href,
  }
}

function readProxies(read: EnvReader): string[] {
  const entries = (read.text('TRUSTED_PROXIES') ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
  const invalid = entries.find((entry) => !isAddressOrRange(entry))
  if (invalid) {
    read.refuse('TRUSTED_PROXIES', `allowed are addresses and CIDRs, with commas between them; "${invalid}" is none`)
  }
  return invalid ? [] : entries
}

function isAddressOrRange(entry: string): boolean {
  try {
    return Boolean(addressList([entry]))
  } catch {
    return false
  }
}
