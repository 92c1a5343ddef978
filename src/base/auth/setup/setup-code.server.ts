import { createHmac, timingSafeEqual } from 'node:crypto'
import { CARD_ALPHABET, cardSymbols } from '#base/auth/sign-in-card/card-code.schema.ts'
import { consumeLimits } from '#base/auth/limits/rate-limits.server.ts'
import { env } from '#base/env/env.server.ts'
import { authSecret } from '#base/env/secret.server.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { lazy } from '#base/lib/lazy.ts'
import { requestContext } from '#base/lib/http/request-context.server.ts'

/** Symbols of the code, each one of 32: 50 bits are too many to guess, so the right code needs no limit. */
const SYMBOLS = 10

/** Limit of wrong codes, for all clients together. */
const GUESSES = { max: 30, seconds: 3600 }

/** The code of the set-up, printed in the terminal: it proves access to the server. The same in all workers and after a restart. */
export const setupCode = lazy((): string => {
  const digest = createHmac('sha256', authSecret()).update('setup code').digest()
  return Array.from(digest.subarray(0, SYMBOLS), (byte) => CARD_ALPHABET.charAt(byte % CARD_ALPHABET.length)).join('')
})

/**
 * Whether the set-up asks for the code: where the request may come from elsewhere through a proxy on this machine. What one of
 * several workers has seen the others do not know, so they ask always.
 */
export const asksForCode = (): boolean => requestContext().isMaybeProxied || env().workers > 1

/** Throws SETUP_CODE without the code of the set-up, as people type it; TOO_MANY_REQUESTS for a wrong one too many. */
export async function requireSetupCode(typed: string): Promise<void> {
  if (typed.trim() === '') throw createError('SETUP_CODE')
  const [given, expected] = [cardSymbols(typed.slice(0, 100)), setupCode()].map((code) => Buffer.from(code))
  if (given && expected && given.length === expected.length && timingSafeEqual(given, expected)) return
  await consumeLimits([{ key: 'setup:code', windows: [GUESSES] }])
  throw createError('SETUP_CODE')
}
