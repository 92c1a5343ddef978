import type { Env } from '#base/env/env.server.ts'
import { captchaSources } from './captcha-sources.server.ts'

type Provider = NonNullable<Env['captcha']>['provider']

/**
 * Security headers of every response. Inline styles are allowed: covers set their colours in attributes, and sonner
 * adds a style sheet. Scripts need the nonce of this response, or must come from the configured captcha provider. `hasCamera`: the
 * document may ask its visitor for the camera.
 */
export function securityHeaders(
  nonce: string | undefined,
  isHttps: boolean,
  { captcha, hasCamera = false }: { captcha?: Provider | undefined; hasCamera?: boolean } = {},
): readonly (readonly [name: string, value: string])[] {
  const key = `${isHttps} ${captcha} ${hasCamera}`
  const headers = cache.get(key) ?? makeHeaders(isHttps, captcha, hasCamera)
  cache.set(key, headers)
  return nonce === undefined
    ? headers.bare
    : [...headers.rest, [CSP, headers.policy.replace(NONCE, `'nonce-${nonce}'`)]]
}

/**
 * The security headers of a static file. A policy of its own has an image that is a document, opened by its address, and a worker,
 * for which the policy of its page does not count: it may compile WebAssembly, which no page may.
 */
export const fileSecurityHeaders = (path: string, type: string, isHttps: boolean): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  ...(isHttps && HSTS),
  ...(type === 'image/svg+xml' && { [CSP]: "default-src 'none'; style-src 'unsafe-inline'; sandbox" }),
  ...(WORKER.test(path) && { [CSP]: WORKER_POLICY }),
})

/** The scripts of workers, as the build names them. */
const WORKER = /\/assets\/[^/]+\.worker-[^/]+\.js$/
const WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

// Without includeSubDomains: other services of the domain are not ours to decide on.
const HSTS = { 'strict-transport-security': 'max-age=31536000' }
const CSP = 'content-security-policy'
const NONCE = 'NONCE'
const cache = new Map<string, ReturnType<typeof makeHeaders>>()

function makeHeaders(isHttps: boolean, captcha: Provider | undefined, hasCamera: boolean) {
  const policy = formatPolicy(
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
    'permissions-policy': `camera=${hasCamera ? '(self)' : '()'}, microphone=(), geolocation=()`,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(isHttps && HSTS),
  })
  const bare: [string, string][] = [...rest, [CSP, policy.replace(` ${NONCE}`, '')]]
  return { policy, rest, bare }
}

/** Formats a policy with additional sources; a new directive also allows this site. */
function formatPolicy(policy: Record<string, string>, more: Record<string, string>): string {
  const merged = { ...policy }
  for (const [directive, sources] of Object.entries(more))
    merged[directive] = `${policy[directive] ?? "'self'"} ${sources}`
  return Object.entries(merged)
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ')
}
