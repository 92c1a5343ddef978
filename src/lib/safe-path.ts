/**
 * A path of this site that is safe to redirect to, else undefined: some browsers leave the site for `//host`,
 * backslashes, other schemes and control characters.
 */
export function safePath(text: string | undefined): string | undefined {
  if (!text?.startsWith('/') || /[\\\u0000-\u0020\u007F]/.test(text)) return undefined
  const base = 'http://maktaba.invalid'
  const url = URL.canParse(text, base) ? new URL(text, base) : undefined
  if (url?.origin !== base || url.pathname.startsWith('//')) return undefined
  return `${url.pathname}${url.search}${url.hash}`
}
