import { m } from './paraglide/messages.js'

interface Device {
  browser: string | null
  system: string | null
}

/** What a sign-in is called: Chrome on Android; what is not known is left out. */
export function deviceWord({ browser, system }: Device): string {
  if (browser !== null && system !== null) return m.account_session_device({ browser, system })
  return browser ?? system ?? m.account_session_unknown()
}
