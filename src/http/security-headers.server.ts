import type { Env } from '#env/env.server.ts'
import { captchaSources } from './captcha-sources.server.ts'

/**
 * Headers of every answer. Styles may stand in attributes (a cover's colours) and sonner adds its sheet at
 * run time; scripts run only with this answer's nonce, or from the captcha's provider where one is configured.
 */
export function securityHeaders(
  nonce: string,
  isHttps: boolean,
  captcha?: NonNullable<Env['captcha']>['provider'],
): Record<string, string> {
  const policy = {
    'default-src': "'self'",
    'script-src': `'self' 'nonce-${nonce}'`,
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'frame-ancestors': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'object-src': "'none'",
  }
  return {
    'content-security-policy': written(policy, captcha ? captchaSources[captcha] : {}),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    'cross-origin-opener-policy': 'same-origin',
    ...(isHttps && { 'strict-transport-security': 'max-age=31536000' }),
  }
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
