/** What every page knows of the installation; nothing in it is secret. */
export interface Settings {
  version: string
  /** Of the build that runs; null from sources. `builtAt` is an ISO time. */
  commit: string | null
  builtAt: string | null
  /** Names the build; empty from sources. */
  build: string
  /** How a trial installation is marked; `isMarked` is false where nothing says that it is one. */
  hint: { name: string | null; emoji: string | null; color: string; isMarked: boolean }
  isDemo: boolean
  contactEmail: string
  starterCommand: string
  /** Providers that are configured, by the name on their button. */
  providers: { id: string; name: string }[]
  /** The check that a visitor is no robot, before a code is sent; the key is public. */
  captcha: CaptchaSettings | null
  timeZone: string
}

export interface CaptchaSettings {
  provider: 'cloudflare-turnstile' | 'google-recaptcha' | 'hcaptcha' | 'captchafox'
  siteKey: string
}
