import { afterEach, describe, expect, test, vi } from 'vitest'
import { captchaSources } from '#base/http/security/captcha-sources.server.ts'
import { PROVIDERS } from './captcha-providers.ts'

afterEach(() => vi.unstubAllGlobals())

const options = { siteKey: 'site-key', language: 'sw', isDark: true }
const PROVIDER_NAMES = Object.keys(PROVIDERS) as (keyof typeof PROVIDERS)[]
const element = {} as HTMLElement

type Drawn = Record<string, unknown>

/** Replaces a provider's API and records its calls of `render`. */
function stubApi(name: string, id: unknown = 'widget-1') {
  const drawn: Drawn[] = []
  const removed: unknown[] = []
  const render = (_: HTMLElement, given: Drawn) => {
    drawn.push(given)
    return id
  }
  vi.stubGlobal('window', { [name]: { render, remove: (one: unknown) => removed.push(one) } })
  return { drawn, removed }
}

function call(drawn: Drawn | undefined, name: string, ...values: unknown[]): void {
  const callback = drawn?.[name]
  if (typeof callback !== 'function') throw new Error(`No ${name} was given`)
  callback(...values)
}

/** Whether a source of a Content-Security-Policy allows a URL. */
function allows(source: string, url: URL): boolean {
  const { hostname, pathname } = new URL(source.replace('*.', 'any.'))
  const isHost = source.includes('*.') ? url.hostname.endsWith(hostname.slice('any'.length)) : url.hostname === hostname
  return isHost && url.pathname.startsWith(pathname)
}

describe('each provider', () => {
  test.each([
    ['cloudflare-turnstile', 'turnstile', ['callback', 'expired-callback', 'error-callback'], { language: 'auto' }],
    ['google-recaptcha', 'grecaptcha', ['callback', 'expired-callback', 'error-callback'], {}],
    ['hcaptcha', 'hcaptcha', ['callback', 'expired-callback', 'error-callback'], {}],
    ['captchafox', 'captchafox', ['onVerify', 'onExpire', 'onError'], { lang: 'sw' }],
  ] as const)(
    '%s is rendered with the options of its API, and its events are forwarded',
    (provider, api, [token, expired, failed], more) => {
      const { drawn, removed } = stubApi(api)
      const events = { onToken: vi.fn(), onExpired: vi.fn(), onFailed: vi.fn() }
      const remove = PROVIDERS[provider].render(element, { provider, ...options }, events)
      expect(drawn).toEqual([expect.objectContaining({ sitekey: 'site-key', theme: 'dark', ...more })])
      call(drawn[0], token, 'the-token')
      expect(events.onToken).toHaveBeenCalledExactlyOnceWith('the-token')
      call(drawn[0], expired)
      expect(events.onExpired).toHaveBeenCalledOnce()
      expect(events.onFailed).not.toHaveBeenCalled()
      call(drawn[0], failed, '300030')
      expect(events.onFailed).toHaveBeenCalledOnce()
      remove?.()
      expect(removed).toEqual(['widget-1'])
    },
  )

  test.each(PROVIDER_NAMES)('%s loads its script from a source that the policy allows', (provider) => {
    const url = new URL(PROVIDERS[provider].scriptUrl({ ...options, provider }))
    expect(Object.fromEntries(url.searchParams)).toMatchObject({ render: 'explicit', onload: 'onCaptchaReady' })
    const sources = captchaSources[provider]['script-src']?.split(' ') ?? []
    expect(sources.filter((source) => allows(source, url))).toHaveLength(1)
  })

  test('without its API, or with one that renders nothing, returns undefined', () => {
    vi.stubGlobal('window', {})
    const events = { onToken: vi.fn(), onExpired: vi.fn(), onFailed: vi.fn() }
    for (const provider of PROVIDER_NAMES)
      expect(PROVIDERS[provider].render(element, { ...options, provider }, events)).toBeUndefined()
    stubApi('turnstile', null)
    const { render } = PROVIDERS['cloudflare-turnstile']
    expect(render(element, { ...options, provider: 'cloudflare-turnstile' }, events)).toBeUndefined()
  })

  test('removes a widget whose id is 0', () => {
    const { removed } = stubApi('grecaptcha', 0)
    const events = { onToken: vi.fn(), onExpired: vi.fn(), onFailed: vi.fn() }
    PROVIDERS['google-recaptcha'].render(element, { ...options, provider: 'google-recaptcha' }, events)?.()
    expect(removed).toEqual([0])
  })
})
