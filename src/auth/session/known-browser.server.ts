import { createHmac, timingSafeEqual } from 'node:crypto'
import { env } from '#env/env.server.ts'
import { requestContext } from '#lib/request-context.server.ts'
import { authSecret } from '#auth/secret.server.ts'
import { readCookie } from '#lib/cookie.ts'

const YEAR = 365 * 24 * 3600
/** People who share a browser, a family say. */
const MOST = 8

const cookieName = (): string => `${env().baseUrl.startsWith('https:') ? '__Host-' : ''}known`

// The tag is a signature and the address cannot be read from it: nobody makes one up, or learns who was here.
const tagOf = (email: string): string =>
  createHmac('sha256', authSecret()).update(`known browser:${email}`).digest('base64url').slice(0, 22)

const tagsIn = (cookieHeader: string | null): string[] =>
  (readCookie(cookieHeader, cookieName()) ?? '')
    .split('.')
    .filter((tag) => /^[\w-]{22}$/.test(tag))
    .slice(0, MOST)

/** Whether somebody has signed in as this address in this browser before. Strangers' wrong codes do not lock it out. */
export function isKnownBrowser(cookieHeader: string | null, email: string): boolean {
  const right = Buffer.from(tagOf(email))
  return tagsIn(cookieHeader).some((tag) => timingSafeEqual(Buffer.from(tag), right))
}

/** Notes that the bearer of the request has signed in as this address: the answer takes a cookie along. */
export function rememberBrowser(cookieHeader: string | null, email: string): void {
  const tag = tagOf(email)
  const tags = [tag, ...tagsIn(cookieHeader).filter((one) => one !== tag)].slice(0, MOST)
  const secure = cookieName().startsWith('__Host-') ? '; Secure' : ''
  requestContext().cookies.push(
    `${cookieName()}=${tags.join('.')}; Max-Age=${YEAR}; Path=/; HttpOnly; SameSite=Lax${secure}`,
  )
}
