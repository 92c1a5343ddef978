import { m } from './paraglide/messages.js'

interface Device {
  browser: string | null
  system: string | null
}

/** A device's name, such as 'Chrome on Android', without unknown parts. */
export function deviceWord({ browser, system }: Device): string {
  if (browser !== null && system !== null) return m.account_session_device({ browser, system })
  return browser ?? system ?? m.account_session_unknown()
}
