import { createHmac, timingSafeEqual } from 'node:crypto'
import { env } from '#env/env.server.ts'
import { authSecret } from '#auth/secret.server.ts'
import { readCookie, setCookie } from '#lib/cookie.server.ts'

const YEAR = 365 * 24 * 3600
/** Users that one browser remembers, a family say. */
const MAX_USERS = 8

const cookieName = (): string => `${env().baseUrl.startsWith('https:') ? '__Host-' : ''}known`

// A keyed hash of the address: it cannot be forged, and does not reveal who has signed in.
const tagOf = (email: string): string =>
  createHmac('sha256', authSecret()).update(`known browser:${email}`).digest('base64url').slice(0, 22)

const tagsIn = (cookieHeader: string | null): string[] =>
  (readCookie(cookieHeader, cookieName()) ?? '')
    .split('.')
    .filter((tag) => /^[\w-]{22}$/.test(tag))
    .slice(0, MAX_USERS)

/** Whether this browser has signed in with the address before; then wrong guesses elsewhere do not lock it out. */
export function isKnownBrowser(cookieHeader: string | null, email: string): boolean {
  const expected = Buffer.from(tagOf(email))
  return tagsIn(cookieHeader).some((tag) => timingSafeEqual(Buffer.from(tag), expected))
}

/** Adds a cookie to the response that remembers a sign-in with this address. */
export function rememberBrowser(cookieHeader: string | null, email: string): void {
  const tag = tagOf(email)
  const tags = [tag, ...tagsIn(cookieHeader).filter((other) => other !== tag)].slice(0, MAX_USERS)
  setCookie(cookieName(), tags.join('.'), YEAR)
}
