import { siteUrl } from '#base/env/site.server.ts'
import { inForce } from '#base/env/in-force.server.ts'
import { locales } from '#base/i18n/locale.ts'
import { reachableAddress } from '#base/lib/reachable-address.ts'
import { now } from '#base/lib/clock.ts'

/** Days after which the file is to be fetched again: less than a year, as RFC 9116 recommends. */
const VALID_DAYS = 180

/**
 * Whom to tell about a hole in this installation, as RFC 9116 writes it. Undefined without a contact address, whose
 * default reaches no one.
 */
export function securityText(contactEmail: string, baseUrl: string): string | undefined {
  if (reachableAddress(contactEmail) === undefined) return undefined
  const expires = new Date(now().getTime() + VALID_DAYS * 86_400_000)
  return [
    `Contact: mailto:${encodeURI(contactEmail)}`,
    `Expires: ${expires.toISOString()}`,
    `Preferred-Languages: ${locales.join(', ')}`,
    `Canonical: ${new URL('/.well-known/security.txt', baseUrl).href}`,
    '',
  ].join('\n')
}

/** Answers /.well-known/security.txt; 404 without a contact address. */
export function answerSecurityText(): Response {
  const text = securityText(inForce().contactEmail, siteUrl())
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' }
  return new Response(text ?? 'Not found\n', { status: text === undefined ? 404 : 200, headers })
}
