import { parseCookie, stringifySetCookie } from 'cookie'
import { requestContext } from './request-context.server.ts'

const asWritten = (value: string): string => value

/** The raw value of one cookie in a `Cookie` header. */
export const readCookie = (header: string | null, name: string): string | undefined =>
  header === null ? undefined : parseCookie(header, { decode: asWritten })[name]

/** The `Cookie` header without that cookie; null if no other remains. */
export function withoutCookie(header: string | null, name: string): string | null {
  const kept = (header?.split(';') ?? []).filter((part) => part.split('=')[0]?.trim() !== name)
  return kept.length === 0 ? null : kept.join(';').trim()
}

/** Adds an HttpOnly cookie to the response, for `maxAge` seconds. It is `Secure` where the prefix of its name demands it. */
export function setCookie(name: string, value: string, maxAge: number): void {
  const secure = /^__(Secure|Host)-/.test(name)
  requestContext().cookies.push(
    stringifySetCookie(
      { name, value, maxAge, path: '/', httpOnly: true, secure, sameSite: 'lax' },
      { encode: asWritten },
    ),
  )
}
