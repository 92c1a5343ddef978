import type { Env } from '#env/env.server.ts'
import { captchaSources } from './captcha-sources.server.ts'

type Provider = NonNullable<Env['captcha']>['provider']

/**
 * Headers of every answer. Styles may stand in attributes (a cover's colours) and sonner adds its sheet at
 * run time; scripts run only with the nonce of this answer, where it has one, or from the captcha's provider where
 * one is configured.
 */
export function securityHeaders(
  nonce: string | undefined,
  isHttps: boolean,
  captcha?: Provider,
): readonly (readonly [name: string, value: string])[] {
  const key = `${isHttps} ${captcha}`
  const headers = known.get(key) ?? makeHeaders(isHttps, captcha)
  known.set(key, headers)
  return nonce === undefined
    ? headers.bare
    : [...headers.rest, [CSP, headers.policy.replace(NONCE, `'nonce-${nonce}'`)]]
}

const CSP = 'content-security-policy'
const NONCE = 'NONCE'
const known = new Map<string, ReturnType<typeof makeHeaders>>()

function makeHeaders(isHttps: boolean, captcha: Provider | undefined) {
  const policy = written(
    {
      'default-src': "'self'",
      'script-src': `'self' ${NONCE}`,
      'style-src': "'self' 'unsafe-inline'",
      'img-src': "'self' data:",
      'font-src': "'self'",
      'connect-src': "'self'",
      'frame-ancestors': "'none'",
      'base-uri': "'none'",
      'form-action': "'self'",
      'object-src': "'none'",
    },
    captcha ? captchaSources[captcha] : {},
  )
  const rest = Object.entries({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    'cross-origin-opener-policy': 'same-origin',
    ...(isHttps && { 'strict-transport-security': 'max-age=31536000' }),
  })
  const bare: [string, string][] = [...rest, [CSP, policy.replace(` ${NONCE}`, '')]]
  return { policy, rest, bare }
}

/** A policy with more sources added to it; a directive that it lacks starts from this site. */
function written(policy: Record<string, string>, more: Record<string, string>): string {
  const whole = { ...policy }
  for (const [directive, sources] of Object.entries(more))
    whole[directive] = `${policy[directive] ?? "'self'"} ${sources}`
  return Object.entries(whole)
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ')
}
