import type { Env } from '#env/env.server.ts'

type Provider = NonNullable<Env['captcha']>['provider']

const TURNSTILE = 'https://challenges.cloudflare.com'
const HCAPTCHA = 'https://hcaptcha.com https://*.hcaptcha.com'
const CAPTCHAFOX = 'https://*.captchafox.com'

/** What each provider of a captcha asks to be added to the Content-Security-Policy, by its documentation. */
export const captchaSources: Record<Provider, Record<string, string>> = {
  // https://developers.cloudflare.com/turnstile/reference/content-security-policy
  'cloudflare-turnstile': { 'script-src': TURNSTILE, 'frame-src': TURNSTILE },
  // https://developers.google.com/recaptcha/docs/faq; the paths let in nothing else of Google's.
  'google-recaptcha': {
    'script-src': 'https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/',
    'frame-src': 'https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/',
    'connect-src': 'https://www.google.com/recaptcha/',
  },
  // https://docs.hcaptcha.com/#content-security-policy-settings
  hcaptcha: { 'script-src': HCAPTCHA, 'frame-src': HCAPTCHA, 'style-src': HCAPTCHA, 'connect-src': HCAPTCHA },
  // https://docs.captchafox.com; it draws into the page itself and works in a worker made of a blob.
  captchafox: {
    'script-src': CAPTCHAFOX,
    'style-src': CAPTCHAFOX,
    'connect-src': CAPTCHAFOX,
    'img-src': CAPTCHAFOX,
    'media-src': CAPTCHAFOX,
    'worker-src': 'blob:',
  },
}
