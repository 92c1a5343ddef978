import type { Env } from '#base/env/env.server.ts'

type Provider = NonNullable<Env['captcha']>['provider']

const TURNSTILE = 'https://challenges.cloudflare.com'
const HCAPTCHA = 'https://hcaptcha.com https://*.hcaptcha.com'
const CAPTCHAFOX = 'https://*.captchafox.com'

/** The Content-Security-Policy sources of each captcha provider, from its documentation. */
export const captchaSources: Record<Provider, Record<string, string>> = {
  // https://developers.cloudflare.com/turnstile/reference/content-security-policy
  'cloudflare-turnstile': { 'script-src': TURNSTILE, 'frame-src': TURNSTILE },
  // https://developers.google.com/recaptcha/docs/faq; the paths exclude Google's other scripts.
  'google-recaptcha': {
    'script-src': 'https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/',
    'frame-src': 'https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/',
    'connect-src': 'https://www.google.com/recaptcha/',
  },
  // https://docs.hcaptcha.com/#content-security-policy-settings
  hcaptcha: { 'script-src': HCAPTCHA, 'frame-src': HCAPTCHA, 'style-src': HCAPTCHA, 'connect-src': HCAPTCHA },
  // https://docs.captchafox.com; it renders into the page without a frame and starts a worker from a blob.
  captchafox: {
    'script-src': CAPTCHAFOX,
    'style-src': CAPTCHAFOX,
    'connect-src': CAPTCHAFOX,
    'img-src': CAPTCHAFOX,
    'media-src': CAPTCHAFOX,
    'worker-src': 'blob:',
  },
}
