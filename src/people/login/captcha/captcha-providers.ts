import type { CaptchaSettings } from '#kit/installation/installation.schema.ts'
import { READY } from './captcha-script.ts'

export interface WidgetOptions extends CaptchaSettings {
  language: string
  isDark: boolean
}

export interface WidgetEvents {
  onToken: (token: string) => void
  onExpired: () => void
  onFailed: () => void
}

interface Provider {
  /** URL of the script, which calls READY when its API is ready. */
  scriptUrl: (options: WidgetOptions) => string
  /** Renders the widget; returns its removal, or undefined when the API is missing. */
  render: (element: HTMLElement, options: WidgetOptions, events: WidgetEvents) => (() => void) | undefined
}

type WidgetId = string | number

/** The API that all providers share, except for option names; reCAPTCHA has no `remove`. */
interface Api {
  render: (element: HTMLElement, options: Record<string, unknown>) => WidgetId | null | undefined
  remove?: (id: WidgetId) => void
}

declare global {
  interface Window {
    turnstile?: Api
    grecaptcha?: Api
    hcaptcha?: Api
    captchafox?: Api
  }
}

/** Languages that Turnstile does not support: it uses the browser's instead. */
const UNKNOWN_TO_TURNSTILE = new Set(['sw'])

function draw(api: Api | undefined, element: HTMLElement, options: Record<string, unknown>): (() => void) | undefined {
  const id = api?.render(element, options)
  if (id === undefined || id === null) return undefined
  return () => api?.remove?.(id)
}

const common = ({ siteKey, isDark }: WidgetOptions) => ({ sitekey: siteKey, theme: isDark ? 'dark' : 'light' })

const callbacks = ({ onToken, onExpired, onFailed }: WidgetEvents) => ({
  callback: onToken,
  'expired-callback': onExpired,
  // Returning true keeps Turnstile from logging to the console.
  'error-callback': () => {
    onFailed()
    return true
  },
})

/** The four providers, as in their documentation for explicit rendering. */
export const PROVIDERS: Record<CaptchaSettings['provider'], Provider> = {
  'cloudflare-turnstile': {
    scriptUrl: () => `https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit&onload=${READY}`,
    render: (element, options, events) =>
      draw(window.turnstile, element, {
        ...common(options),
        ...callbacks(events),
        language: UNKNOWN_TO_TURNSTILE.has(options.language) ? 'auto' : options.language,
        size: 'flexible',
        'response-field': false,
      }),
  },
  // The check box of version 2; version 3 needs another kind of key.
  'google-recaptcha': {
    scriptUrl: ({ language }) =>
      `https://www.google.com/recaptcha/api.js?render=explicit&onload=${READY}&hl=${language}`,
    render: (element, options, events) =>
      draw(window.grecaptcha, element, { ...common(options), ...callbacks(events) }),
  },
  hcaptcha: {
    scriptUrl: ({ language }) =>
      `https://js.hcaptcha.com/1/api.js?render=explicit&onload=${READY}&hl=${language}&recaptchacompat=off`,
    render: (element, options, events) => draw(window.hcaptcha, element, { ...common(options), ...callbacks(events) }),
  },
  captchafox: {
    scriptUrl: () => `https://cdn.captchafox.com/api.js?render=explicit&onload=${READY}`,
    render: (element, options, { onToken, onExpired, onFailed }) =>
      draw(window.captchafox, element, {
        ...common(options),
        lang: options.language,
        onVerify: onToken,
        onExpire: onExpired,
        onFail: onFailed,
        onError: onFailed,
      }),
  },
}
