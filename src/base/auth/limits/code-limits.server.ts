import { env } from '#base/env/env.server.ts'
import { networkOf } from '#base/lib/http/network.server.ts'
import { requestContext } from '#base/lib/http/request-context.server.ts'
import { consumeLimits, type Limit, type Refund } from './rate-limits.server.ts'

export const MINUTE_SECONDS = 60
const HOUR_SECONDS = 60 * MINUTE_SECONDS
const DAY_SECONDS = 24 * HOUR_SECONDS

const CODES = [{ max: 5, seconds: 10 * MINUTE_SECONDS }]
/** Wrong guesses at one target, such as an address, over all codes that were sent for it. */
const WRONG_GUESSES = [
  { max: 15, seconds: HOUR_SECONDS },
  { max: 50, seconds: DAY_SECONDS },
]

export const clientNetwork = (): string => networkOf(requestContext().clientIp)
const codesOfClient = (): Limit => ({
  key: `code:client:${clientNetwork()}`,
  windows: [{ max: env().codesPerClient, seconds: 10 * MINUTE_SECONDS }],
})

/** The limit of codes that one target may be sent, such as `address:a@example.com` or `user:<id>`. */
export const codesFor = (target: string): Limit => ({ key: `code:${target}`, windows: CODES })

/** The limit of wrong guesses at one target, such as `address:a@example.com`. */
export const wrongGuessesAt = (target: string): Limit => ({ key: `wrong:${target}`, windows: WRONG_GUESSES })

/**
 * Counts a request for a sign-in code; throws TOO_MANY_REQUESTS. A known browser has a limit of its own, which neither
 * strangers nor its network can use up. Returns the refund of the address's limit, for when the mail could not be sent.
 */
export async function consumeCodeRequest(email: string, browser: string | undefined): Promise<Refund> {
  const ofAddress = codesFor(browser === undefined ? `address:${email}` : `known:${browser}:${email}`)
  const refund = await consumeLimits(
    browser === undefined ? [ofAddress, codesOfClient()] : [ofAddress, askedByKnownBrowser(email)],
  )
  return () => refund(ofAddress.key)
}

/** Hits of requests for a code by any known browser of an address. They are read, and limit nothing. */
export const askedByKnownBrowser = (email: string): Limit => ({ key: `code:known:${email}`, windows: [] })

/** Counts a code that no sign-in card has, by the client's network; throws TOO_MANY_REQUESTS. */
export const consumeUnknownCard = async (): Promise<void> =>
  void (await consumeLimits([
    { key: `card:client:${clientNetwork()}`, windows: [{ max: 100, seconds: 10 * MINUTE_SECONDS }] },
  ]))

/** Counts a sign-in to the demo or by a provider against the client's code limit; throws TOO_MANY_REQUESTS. */
export const consumeSignIn = async (): Promise<void> => void (await consumeLimits([codesOfClient()]))
