import { describe, expect, test } from 'vitest'
import { fileSecurityHeaders, securityHeaders } from './security-headers.server.ts'

/** The policy's directives, by name. */
function policyOf(...settings: Parameters<typeof securityHeaders>): Record<string, string[]> {
  const policy = new Map(securityHeaders(...settings)).get('content-security-policy') ?? ''
  return Object.fromEntries(
    policy.split('; ').map((part) => {
      const [name = '', ...sources] = part.split(' ')
      return [name, sources]
    }),
  )
}

const plain = policyOf('abc', false)

describe('the Content-Security-Policy', () => {
  test('allows no inline script in a response that is not a page, and is otherwise the same', () => {
    const other = policyOf(undefined, false)
    expect(other).toEqual({ ...plain, 'script-src': ["'self'"] })
  })

  test('allows no other host without a captcha', () => {
    expect(plain['script-src']).toEqual(["'self'", "'nonce-abc'"])
    expect(Object.values(plain).flat().join(' ')).not.toMatch(/https?:|blob:|\*/)
  })

  test.each([
    ['cloudflare-turnstile', /^https:\/\/challenges\.cloudflare\.com$/, ['frame-src', 'script-src']],
    [
      'google-recaptcha',
      /^https:\/\/(www\.google|www\.gstatic|recaptcha\.google)\.com\/recaptcha\/$/,
      ['connect-src', 'frame-src', 'script-src'],
    ],
    ['hcaptcha', /^https:\/\/(\*\.)?hcaptcha\.com$/, ['connect-src', 'frame-src', 'script-src', 'style-src']],
    [
      'captchafox',
      /^(https:\/\/\*\.captchafox\.com|blob:)$/,
      ['connect-src', 'img-src', 'media-src', 'script-src', 'style-src', 'worker-src'],
    ],
  ] as const)('opens for %s alone, and only where it asks for it', (provider, own, directives) => {
    const opened = policyOf('abc', false, { captcha: provider })
    const changed = Object.keys(opened).filter((name) => `${opened[name]}` !== `${plain[name]}`)
    expect(changed.toSorted()).toEqual(directives)
    for (const name of changed) {
      const before = plain[name] ?? ["'self'"]
      expect(opened[name]?.slice(0, before.length)).toEqual(before)
      for (const source of opened[name]?.slice(before.length) ?? []) expect(source).toMatch(own)
    }
  })
})

test('the camera may be asked for by documents that say so, and by no other', () => {
  const policy = (hasCamera?: boolean) =>
    new Map(securityHeaders('abc', true, hasCamera === undefined ? {} : { hasCamera })).get('permissions-policy')
  expect(policy()).toBe('camera=(), microphone=(), geolocation=()')
  expect(policy(false)).toBe(policy())
  expect(policy(true)).toBe('camera=(self), microphone=(), geolocation=()')
})

test('WebAssembly is compiled by scripts of workers alone, which reach nothing but this server', () => {
  const policy = (path: string) => fileSecurityHeaders(path, 'text/javascript', false)['content-security-policy']
  expect(policy('/assets/barcode.worker-DkYeLP02.js')).toBe(
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
  )
  for (const path of ['/assets/main-DkYeLP02.js', '/service-worker.js', '/x.worker-1.js'])
    expect([path, policy(path)]).toEqual([path, undefined])
  expect(JSON.stringify([...securityHeaders('abc', true, { hasCamera: true })])).not.toContain('wasm')
})
