const SITE = 'http://maktaba.invalid'

/**
 * A path of this site that is safe to redirect to, else undefined: some browsers leave the site for `//host`,
 * backslashes, other schemes and control characters.
 */
export function safePath(text: string | undefined): string | undefined {
  if (!text?.startsWith('/') || /[\\\u0000-\u0020\u007F]/.test(text)) return undefined
  try {
    const { origin, pathname, search, hash } = new URL(text, SITE)
    return origin === SITE && !pathname.startsWith('//') ? pathname + search + hash : undefined
  } catch {
    // Not an address. `URL.canParse` is younger than some browsers.
    return undefined
  }
}
