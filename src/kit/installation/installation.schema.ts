/** What every page knows of the installation; nothing secret. */
export interface Installation {
  version: string
  /** Of the running build; null when run from source. `builtAt` is an ISO time. */
  commit: string | null
  builtAt: string | null
  /** Name of the build; empty when run from source. */
  build: string
  /** The mark of a trial installation; `isMarked` is false when none is configured. */
  hint: { name: string | null; emoji: string | null; color: string; isMarked: boolean }
  isDemo: boolean
  /** Whether this visitor may set the library up and become its first manager. */
  isSetupOpen: boolean
  /** False while mails are only files on the server (`MAIL=outbox`). */
  sendsMail: boolean
  /** Where codes are read while no mail is sent: how the library was installed, and the command that shows them. */
  codes: { installation: 'sources' | 'package' | 'library' | 'container'; command: string }
  contactEmail: string
  starterCommand: string
  /** Configured providers with the names on their buttons. */
  providers: { id: string; name: string }[]
  /** The captcha before a code is sent; the key is public. */
  captcha: CaptchaSettings | null
  /** Whether this installation can have passkeys: at https or localhost, not in the demo. */
  hasPasskeys: boolean
  timeZone: string
  /** Whether the library lends books: otherwise there is nothing of lending. */
  isLending: boolean
  /** Whether sign-in cards work. */
  hasCards: boolean
  /** The library's own name; null while it has none. */
  libraryName: string | null
}

export interface CaptchaSettings {
  provider: 'cloudflare-turnstile' | 'google-recaptcha' | 'hcaptcha' | 'captchafox'
  siteKey: string
}
