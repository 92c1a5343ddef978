import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { db } from '#base/db/connection/client.server.ts'
import { forgottenBrowser } from '#base/db/tables/sign-in-notice.ts'
import { env } from '#base/env/env.server.ts'
import { authSecret } from '#base/env/secret.server.ts'
import { readCookie, setCookie } from '#base/lib/http/cookie.server.ts'

/** How long a browser remembers a sign-in. */
export const KNOWN_BROWSER_SECONDS = 365 * 24 * 3600
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

const idOf = (tag: string): string => tag.slice(0, ID_LENGTH)

const isForgotten = async (id: string): Promise<boolean> =>
  (await db.$count(forgottenBrowser, eq(forgottenBrowser.browserId, id))) > 0

/**
 * The id of this browser for an address that has signed in with it before, else undefined. Its limits are counted apart,
 * so that guesses from other browsers cannot lock it out.
 * A sign-in that its owner has refused does not count.
 */
export async function knownBrowser(cookieHeader: string | null, email: string): Promise<string | undefined> {
  const tag = tagFor(cookieHeader, email)
  return tag === undefined || (await isForgotten(idOf(tag))) ? undefined : idOf(tag)
}

/** Adds a cookie to the response that remembers a sign-in with this address; returns the id of the browser. */
export async function rememberBrowser(cookieHeader: string | null, email: string): Promise<string> {
  const old = tagFor(cookieHeader, email)
  const isReused = old !== undefined && !(await isForgotten(idOf(old)))
  const tag = isReused ? old : tagOf(email, randomBytes(5).toString('base64url').slice(0, ID_LENGTH))
  const others = tagsIn(cookieHeader).filter((other) => other !== tag && other !== old)
  setCookie(cookieName(), [tag, ...others].slice(0, MAX_USERS).join('.'), KNOWN_BROWSER_SECONDS)
  return idOf(tag)
}
