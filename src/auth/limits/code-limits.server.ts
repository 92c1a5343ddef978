import { env } from '#env/env.server.ts'
import { networkOf } from '#lib/network.server.ts'
import { requestContext } from '#lib/request-context.server.ts'
import { consumeLimits, type Limit } from './rate-limits.server.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Codes that one address of mail may be sent in ten minutes. */
const CODES_PER_ADDRESS = { max: 5, seconds: 10 * MINUTE }
/** Wrong codes for one address, over all codes, from browsers that never signed in as it. */
const WRONG_PER_ADDRESS = [
  { max: 15, seconds: HOUR },
  { max: 50, seconds: DAY },
]
const WRONG_PER_CLIENT = { max: 30, seconds: 10 * MINUTE }

const client = (): string => networkOf(requestContext().clientIp)
const codesOfClient = (): Limit => ({
  key: `code:client:${client()}`,
  windows: [{ max: env().codesPerClient, seconds: 10 * MINUTE }],
})

/**
 * Counts a code that is asked for; throws TOO_MANY_REQUESTS. Answers what takes it back for the address,
 * when the mail could not be sent: whoever tries again is not told to wait for that.
 */
export async function consumeCodeRequest(email: string): Promise<() => Promise<void>> {
  const address = { key: `code:address:${email}`, windows: [CODES_PER_ADDRESS] }
  const refund = await consumeLimits([address, codesOfClient()])
  return () => refund(address.key)
}

/** Counts another way in, into the demo or to a provider, as if a code were asked for; throws TOO_MANY_REQUESTS. */
export const consumeSignIn = async (): Promise<void> => void (await consumeLimits([codesOfClient()]))

/**
 * Counts a code that is tried, before it is compared: of five hundred at once no more are compared than
 * the limits allow. `whose` names what is guessed at; without it, only the client is counted. Throws
 * TOO_MANY_REQUESTS. Answers what takes it back, for a code that was not wrong.
 */
export async function consumeCodeGuess(whose: string | undefined): Promise<() => Promise<void>> {
  const limits: Limit[] = [{ key: `wrong:client:${client()}`, windows: [WRONG_PER_CLIENT] }]
  if (whose !== undefined) limits.push({ key: `wrong:${whose}`, windows: WRONG_PER_ADDRESS })
  const refund = await consumeLimits(limits)
  return () => refund()
}
