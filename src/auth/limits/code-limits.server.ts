import { env } from '#env/env.server.ts'
import { networkOf } from '#lib/network.server.ts'
import { requestContext } from '#lib/request-context.server.ts'
import { consumeLimits, type Limit } from './rate-limits.server.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Codes that may be sent to one email address. */
const CODES_PER_ADDRESS = { max: 5, seconds: 10 * MINUTE }
/** Wrong guesses for one email address, over all its codes, from browsers that have never signed in with it. */
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
 * Counts a request for a code; throws TOO_MANY_REQUESTS. Returns the refund of the address's limit, for when the mail
 * could not be sent.
 */
export async function consumeCodeRequest(email: string): Promise<() => Promise<void>> {
  const address = { key: `code:address:${email}`, windows: [CODES_PER_ADDRESS] }
  const refund = await consumeLimits([address, codesOfClient()])
  return () => refund(address.key)
}

/** Counts a sign-in to the demo or by a provider against the client's code limit; throws TOO_MANY_REQUESTS. */
export const consumeSignIn = async (): Promise<void> => void (await consumeLimits([codesOfClient()]))

/**
 * Counts a guess before it is compared, so that concurrent guesses cannot exceed the limits. `target` names what is
 * guessed; without it only the client is counted. Throws TOO_MANY_REQUESTS. Returns the refund, for a code that was not
 * wrong.
 */
export async function consumeCodeGuess(target: string | undefined): Promise<() => Promise<void>> {
  const limits: Limit[] = [{ key: `wrong:client:${client()}`, windows: [WRONG_PER_CLIENT] }]
  if (target !== undefined) limits.push({ key: `wrong:${target}`, windows: WRONG_PER_ADDRESS })
  const refund = await consumeLimits(limits)
  return () => refund()
}
