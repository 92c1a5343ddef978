import type { Env } from '#base/env/env.server.ts'
import { inForce } from '#base/env/in-force.server.ts'
import type { Setting, SettingGroup } from '../settings-list.schema.ts'

type Value = string | number | boolean | readonly string[] | undefined

/** A setting with its value. Without `show` it is a secret: whether it is set is all that is shown. */
interface Shown {
  show?: (env: Env) => Value
  /** Also in the demo, whose manager anybody may be. */
  isPublic?: true
}

const open = (show: (env: Env) => Value): Shown => ({ show, isPublic: true })
const inside = (show: (env: Env) => Value): Shown => ({ show })
const secret: Shown = {}

/**
 * Each variable that an operator alone can set, by group; variables that the library may decide too are in `VARIABLES`.
 * A test compares the names of both lists with the variables that are read.
 */
const SETTINGS: Record<SettingGroup['name'], Record<string, Shown>> = {
  server: {
    HOST: inside(({ host }) => host),
    PORT: inside(({ port }) => port),
    WORKERS: inside(({ workers }) => workers),
    BASE_URL: open(({ baseUrl }) => baseUrl),
    TRUSTED_PROXIES: inside(({ trustedProxies }) => trustedProxies),
  },
  data: {
    DATABASE_URL: inside(({ databaseUrl }) => withoutPassword(databaseUrl)),
    DATABASE_DIRECT_URL: inside(({ directUrl }) => withoutPassword(directUrl)),
    DATABASE_REPLICA_URL: inside(({ replicaUrl }) => withoutPassword(replicaUrl)),
    DATA_DIR: inside(({ dataDir }) => dataDir),
    SEED: inside(({ seed }) => seed),
    BACKUPS: inside(({ isBackedUpNightly }) => (isBackedUpNightly ? 'on' : 'off')),
    BACKUP_DELAY: inside(({ backupDelay }) => backupDelay),
    BACKUP_BEFORE_UPDATE: inside(({ isBackedUpBeforeUpdate }) => isBackedUpBeforeUpdate),
    UPDATE_URL: inside(({ updateUrl }) => withoutSecrets(updateUrl)),
  },
  'sign-in': {
    ADMIN_EMAIL: inside((settings) => inForce(settings).adminEmails),
    REQUIRE_PASSKEY: inside(({ requirePasskey }) => requirePasskey),
    AUTH_SECRET: secret,
    CODES_PER_CLIENT: inside(({ codesPerClient }) => codesPerClient),
    MAIL: inside((settings) => (inForce(settings).mailServer === undefined ? 'outbox' : 'smtp')),
    SMTP_URL: inside(({ mail }) => withoutSecrets(mail.smtpUrl)),
    MAIL_FROM: inside(({ mail }) => mail.from),
    GITHUB_CLIENT_ID: inside(({ social }) => social.github?.clientId),
    GITHUB_CLIENT_SECRET: secret,
    GOOGLE_CLIENT_ID: inside(({ social }) => social.google?.clientId),
    GOOGLE_CLIENT_SECRET: secret,
    OIDC_ISSUER: inside(({ social }) => withoutSecrets(social.oidc?.issuer)),
    OIDC_CLIENT_ID: inside(({ social }) => social.oidc?.clientId),
    OIDC_CLIENT_SECRET: secret,
    OIDC_NAME: inside(({ social }) => social.oidc?.name),
    CAPTCHA_PROVIDER: inside(({ captcha }) => captcha?.provider),
    CAPTCHA_SITE_KEY: inside(({ captcha }) => captcha?.siteKey),
    CAPTCHA_SECRET_KEY: secret,
    CAPTCHA_VERIFY_URL: inside(({ captcha }) => withoutSecrets(captcha?.verifyUrl)),
  },
  look: {
    DEMO: open(({ isDemo }) => isDemo),
    STARTER_COMMAND: open(({ starterCommand }) => starterCommand),
    ENV_NAME: open(({ hint }) => hint.name),
    ENV_EMOJI: open(({ hint }) => hint.emoji),
    ENV_COLOR: open(({ hint }) => hint.color),
  },
  lookup: {
    LOOKUP: inside(({ lookup }) => lookup.sources.map(({ source }) => source)),
    LOOKUP_DNB_URL: inside(({ lookup }) => withoutSecrets(lookup.urls.dnb)),
    LOOKUP_BNF_URL: inside(({ lookup }) => withoutSecrets(lookup.urls.bnf)),
    LOOKUP_K10PLUS_URL: inside(({ lookup }) => withoutSecrets(lookup.urls.k10plus)),
    LOOKUP_OPENLIBRARY_URL: inside(({ lookup }) => withoutSecrets(lookup.urls.openlibrary)),
  },
  watch: {
    LOG_LEVEL: inside(({ logLevel }) => logLevel),
    METRICS_TOKEN: secret,
    OTEL_EXPORTER_OTLP_ENDPOINT: inside(({ otlpEndpoint }) => withoutSecrets(otlpEndpoint)),
  },
}

/** What is set, and from where. Never a secret, nor a user name, password or query of an address. */
export function listSettings(env: Env): SettingGroup[] {
  const given = new Set(env.given.names)
  return Object.entries(SETTINGS).flatMap(([group, settings]) => {
    const name = GROUP_NAMES.find((one) => one === group)
    if (name === undefined) return []
    const listed = Object.entries(settings).map(([variable, shown]) => settingOf(variable, shown, env, given))
    return [{ name, settings: listed }]
  })
}

const GROUP_NAMES = ['server', 'data', 'sign-in', 'look', 'lookup', 'watch'] as const

function settingOf(name: string, { show, isPublic }: Shown, env: Env, given: ReadonlySet<string>): Setting {
  const isGenerated = name === 'AUTH_SECRET' && !given.has(name)
  const source = given.has(name) ? 'environment' : isGenerated ? 'file' : 'default'
  if (env.isDemo && !isPublic) return { name, source, state: 'hidden', value: null }
  if (!show) return { name, source, state: source === 'default' ? 'unset' : 'secret', value: null }
  const value = show(env)
  const text = typeof value === 'object' ? value.join(', ') : String(value ?? '')
  return text === '' ? { name, source, state: 'unset', value: null } : { name, source, state: 'shown', value: text }
}

/** An address without user name, password and query. */
function withoutSecrets(address: string | undefined): string | undefined {
  if (address === undefined) return undefined
  const { protocol, host, pathname } = new URL(address)
  return `${protocol}//${host}${pathname === '/' ? '' : pathname}`
}

/** The address of the database with its user name. */
function withoutPassword(address: string | undefined): string | undefined {
  if (address === undefined) return undefined
  const { protocol, username, host, pathname } = new URL(address)
  return `${protocol}//${username === '' ? '' : `${username}@`}${host}${pathname}`
}
