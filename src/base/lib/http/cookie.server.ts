import { parseCookie, stringifySetCookie } from 'cookie'
import { requestContext } from './request-context.server.ts'

const unchanged = (value: string): string => value

/** The raw value of one cookie in a `Cookie` header. */
export const readCookie = (header: string | null, name: string): string | undefined =>
  header === null ? undefined : parseCookie(header, { decode: unchanged })[name]

/** The `Cookie` header without that cookie; null if no other remains. */
export function withoutCookie(header: string | null, name: string): string | null {
  const others = (header?.split(';') ?? []).filter((part) => part.split('=')[0]?.trim() !== name)
  return others.length === 0 ? null : others.join(';').trim()
}

/**
 * Adds an HttpOnly cookie to the response, for `maxAge` seconds. `Secure` if its name has a prefix that requires it. A `strict` one comes
 * with no request that another site has caused, not even with a link that is followed there.
 */
export function setCookie(name: string, value: string, maxAge: number, sameSite: 'lax' | 'strict' = 'lax'): void {
  const secure = /^__(Secure|Host)-/.test(name)
  requestContext().cookies.push(
    stringifySetCookie({ name, value, maxAge, path: '/', httpOnly: true, secure, sameSite }, { encode: unchanged }),
  )
}
