import { BROWSER_MAP, parse } from 'bowser'

interface Device {
  browser: string | null
  system: string | null
}

/** No user agent of a browser is longer; the rest is not parsed. */
const MOST_CHARACTERS = 1000

// Unknown browsers are not named, because a user agent may say anything, even to deceive.
const BROWSERS = new Set<string | undefined>(Object.values(BROWSER_MAP))

/** Browser and system from the user agent; known names only. */
export function deviceOf(userAgent: string | null): Device {
  if (!userAgent) return { browser: null, system: null }
  const { browser, os } = parse(userAgent.slice(0, MOST_CHARACTERS))
  return { browser: (BROWSERS.has(browser.name) && browser.name) || null, system: os.name || null }
}
