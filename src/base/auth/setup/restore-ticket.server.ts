import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { readRestoreState, type RestoreState } from '#base/db/backup/restore-state.server.ts'
import { env } from '#base/env/env.server.ts'
import { authSecret } from '#base/env/secret.server.ts'
import { now } from '#base/lib/clock.ts'
import { readCookie, setCookie } from '#base/lib/http/cookie.server.ts'
import { requestContext } from '#base/lib/http/request-context.server.ts'

// Who has proven on /setup that the library is theirs to restore gets a cookie, since the proof of the set-up ends with the first
// manager: by it the same browser, and no other, says afterwards which admin it is.

const NAME = 'maktaba-restore'
const SECONDS = 24 * 3600

const signed = (text: string): string =>
  createHmac('sha256', authSecret()).update(`restore ${text}`).digest('base64url')

const cookieName = (): string => (env().baseUrl.startsWith('https:') ? `__Host-${NAME}` : NAME)

/** Gives this browser a ticket for a day. */
export function giveTicket(): void {
  const text = `${randomBytes(24).toString('base64url')}.${now().getTime() + SECONDS * 1000}`
  setCookie(cookieName(), `${text}.${signed(text)}`, SECONDS)
}

/** Takes the ticket from this browser. */
export const dropTicket = (): void => setCookie(cookieName(), '', 0)

/** The ticket of the browser that sent the request, as it is kept; undefined without one, and for a request from elsewhere. */
export function ticketOf(cookies: string | null): string | undefined {
  if (!requestContext().isFromThisMachine || env().isDemo) return undefined
  const [id = '', until = '', signature = ''] = (readCookie(cookies, cookieName()) ?? '').split('.')
  const [given, expected] = [signature, signed(`${id}.${until}`)].map((text) => Buffer.from(text))
  if (!given || !expected || given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  return Number(until) > now().getTime() ? createHash('sha256').update(id).digest('hex') : undefined
}

/** The restore that this browser has begun. */
export function ownRestore(cookies: string | null): RestoreState | undefined {
  const ticket = ticketOf(cookies)
  const state = ticket === undefined ? undefined : readRestoreState()
  return state?.ticket === ticket ? state : undefined
}
