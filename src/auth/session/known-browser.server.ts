import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { env } from '#env/env.server.ts'
import { authSecret } from '#auth/secret.server.ts'
import { readCookie, setCookie } from '#lib/cookie.server.ts'

const YEAR = 365 * 24 * 3600
/** Users that one browser remembers, a family say. */
const MAX_USERS = 8
const ID_LENGTH = 6

const cookieName = (): string => `${env().baseUrl.startsWith('https:') ? '__Host-' : ''}known`

// A random id of the browser, and a keyed hash of it and the address: the tag cannot be forged, and does not reveal who
// has signed in.
const tagOf = (email: string, id: string): string =>
  id + createHmac('sha256', authSecret()).update(`known browser:${id}:${email}`).digest('base64url').slice(0, 16)

const tagsIn = (cookieHeader: string | null): string[] =>
  (readCookie(cookieHeader, cookieName()) ?? '')
    .split('.')
    .filter((tag) => /^[\w-]{22}$/.test(tag))
    .slice(0, MAX_USERS)

function tagFor(cookieHeader: string | null, email: string): string | undefined {
  return tagsIn(cookieHeader).find((tag) =>
    timingSafeEqual(Buffer.from(tag), Buffer.from(tagOf(email, tag.slice(0, ID_LENGTH)))),
  )
}

/**
 * The id of this browser for an address that has signed in with it before, else undefined. Limits of a known browser are
 * its own, so that nobody else can use them up.
 */
export const knownBrowser = (cookieHeader: string | null, email: string): string | undefined =>
  tagFor(cookieHeader, email)?.slice(0, ID_LENGTH)

/** Adds a cookie to the response that remembers a sign-in with this address. */
export function rememberBrowser(cookieHeader: string | null, email: string): void {
  const tag = tagFor(cookieHeader, email) ?? tagOf(email, randomBytes(5).toString('base64url').slice(0, ID_LENGTH))
  const tags = [tag, ...tagsIn(cookieHeader).filter((other) => other !== tag)].slice(0, MAX_USERS)
  setCookie(cookieName(), tags.join('.'), YEAR)
}
