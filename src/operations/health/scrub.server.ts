import { isIPv6 } from 'node:net'
import type { Env } from '#base/env/env.server.ts'

type Rule = [what: RegExp, by: string | ((found: string) => string)]

/** What names a person, and what stands before the host of an address. */
const PEOPLE: Rule[] = [
  [/\b([a-z][a-z\d+.-]*:\/\/)[^\s/@"']*@/giu, '$1'],
  // An email address, but not the path of a scoped package (`node_modules/@scope/name`).
  [/[\p{L}\p{N}.!#$%&'*+=?^_`{|}~-]+(?:@|%40)[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*/gu, '<address>'],
]

/** The colon behind an address belongs to the sentence. */
const withoutIp = (found: string): string =>
  isIPv6(found) ? '<ip>' : isIPv6(found.replace(/:$/, '')) ? '<ip>:' : found

/** What a line of the log may have beside: queries, addresses of machines, ids, codes, tokens. */
const LINE: Rule[] = [
  [/\?[^\s"'<>)]+/gu, '?<query>'],
  [/\b\d{1,3}(?:\.\d{1,3}){3}\b/gu, '<ip>'],
  [/(?<![\w:.])[\da-f]{0,4}(?::[\da-f]{0,4}){2,7}/giu, withoutIp],
  [/\b[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\b/giu, '<id>'],
  [/(?<![\w+=~-])(?=[\w+=~-]*\d)(?=[\w+=~-]*[a-z])[\w+=~-]{20,}/giu, '<token>'],
  [/(?<![\w+=~-])(?=[\w+=~-]*[a-z])(?=[\w+=~-]*[A-Z])[\w+=~-]{32,}/gu, '<token>'],
  [/\b[A-Z\d]{4}(?:-[A-Z\d]{4})+\b/gu, '<code>'],
  [/\p{Nd}{6,}|(?<!\p{Nd})\p{Nd}{3}[ -]\p{Nd}{3}(?!\p{Nd})/gu, '<code>'],
]

const applied = (rules: readonly Rule[], text: string): string =>
  rules.reduce((rest, [what, by]) => (typeof by === 'string' ? rest.replace(what, by) : rest.replace(what, by)), text)

/** Shorter ones would also stand in other words. */
const SHORTEST = 6

/** The secrets of the settings, as they are and as they stand in addresses. */
function secretsOf(env: Env): string[] {
  const { authSecret, metricsToken, social, captcha, mail, databaseUrl, directUrl, replicaUrl, otlpEndpoint } = env
  const passwords = [mail.smtpUrl, databaseUrl, directUrl, replicaUrl, otlpEndpoint].flatMap((address) => {
    const password = address === undefined ? '' : new URL(address).password
    return [password, decodeURIComponent(password)]
  })
  const keys = [social.github?.clientSecret, social.google?.clientSecret, social.oidc?.clientSecret, captcha?.secretKey]
  return [authSecret, metricsToken, ...keys, ...passwords].flatMap((secret) =>
    secret !== undefined && secret.length >= SHORTEST ? [secret] : [],
  )
}

/** Removes from texts what must not leave the server, and the secrets in `more`: `people` from any text, `line` all that a line of the log may have. */
export function scrubberOf(env: Env, more: readonly string[]): Record<'people' | 'line', (text: string) => string> {
  const secrets = [...secretsOf(env), ...more.filter((secret) => secret.length >= SHORTEST)]
  const withoutSecrets = (text: string) => secrets.reduce((rest, secret) => rest.replaceAll(secret, '<secret>'), text)
  const people = (text: string) => applied(PEOPLE, withoutSecrets(text))
  return { people, line: (text) => applied(LINE, people(text)) }
}
