import { createHash } from 'node:crypto'
import { and, desc, eq, gt } from 'drizzle-orm'
import { CODE_ATTEMPTS, CODE_MINUTES } from '#base/auth/credentials.schema.ts'
import { db } from '#base/db/connection/client.server.ts'
import { limitHit } from '#base/db/tables/limit-hit.ts'
import { verification } from '#base/db/tables/user.ts'
import type { AppError } from '#base/errors/app-error.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { now } from '#base/lib/clock.ts'
import { isPlaceholder } from '#base/lib/no-address.ts'
import { askedByKnownBrowser, clientNetwork, MINUTE_SECONDS, wrongGuessesAt } from './code-limits.server.ts'
import { consumeLimits, LONGEST_WINDOW_SECONDS, refusalOf, type Limit, type Refund } from './rate-limits.server.ts'

/** Guesses at one code by strangers, and again by known browsers. better-auth allows the sum. */
export const ATTEMPTS = CODE_ATTEMPTS
/** Guesses at one code that are compared although the strangers of its network have used up their limit. */
const ATTEMPTS_OF_ANY_CLIENT = 2

/** Wrong guesses from one network, by browsers that never signed in with the address. */
const ofClient = (): Limit => ({
  key: `wrong:client:${clientNetwork()}`,
  windows: [{ max: 30, seconds: 10 * MINUTE_SECONDS }],
})
/** Guesses from one network at addresses that no code was asked for. */
const withoutCode = (): Limit => ({
  key: `void:client:${clientNetwork()}`,
  windows: [{ max: 30, seconds: 10 * MINUTE_SECONDS }],
})

interface Guess {
  /** Ends a guess that was wrong. Throws TOO_MANY_REQUESTS if the limit of its client is used up. */
  wrong: () => void
  /** Ends a guess that was not wrong, which then counts for nothing. */
  refund: () => Promise<unknown>
}

interface PendingCode {
  email: string
  /** A name of the code for limits: stable until another code takes its place, and no way to the code. */
  name: string
  expiresAt: Date
}

/**
 * Counts a guess at a sign-in code before it is compared, so that concurrent guesses cannot exceed the limits. Throws
 * TOO_MANY_REQUESTS, and TOO_MANY_ATTEMPTS at the sixth guess at one code; INVALID_OTP and OTP_EXPIRED where there is
 * nothing to compare with.
 *
 * - A browser that has signed in with this address before has its own attempts and limits; other clients cannot use them up.
 * - All other browsers share the attempts at the code, the limit of the address, and the limit of their network. The first
 *   two guesses at each code are compared even when the network's limit is used up, so that one pupil cannot lock out a school.
 * - A guess at an address that no code was asked for cannot be right. It counts only against a separate limit of the network.
 */
export async function beginGuess(email: string, browser: string | undefined): Promise<Guess> {
  const code = await pendingCode(email)
  if (browser !== undefined) {
    const refund = await consumeLimits([wrongGuessesAt(`known:${browser}:${email}`)])
    return counted(refund, await attempt(code, 'known', refund))
  }
  const refund = await consumeLimits([wrongGuessesAt(`address:${email}`)])
  const clients = await countMore(ofClient(), refund)
  if ('refusal' in clients) return exempted(code, clients.refusal, refund)
  return counted(refund, clients.value, await attempt(code, 'stranger', refund, clients.value))
}

/** A guess of a network whose limit is used up: one of the first at its code, or the refusal. */
async function exempted(code: PendingCode, refusal: AppError, refund: Refund): Promise<Guess> {
  const attempts = await countMore(attemptsAt(code, 'stranger', ATTEMPTS_OF_ANY_CLIENT), refund)
  if ('refusal' in attempts) {
    await refund()
    throw refusal
  }
  const guess = counted(refund, attempts.value)
  return {
    ...guess,
    wrong: () => {
      throw refusal
    },
  }
}

const counted = (...refunds: Refund[]): Guess => ({
  wrong: () => undefined,
  refund: () => Promise.all(refunds.map((refund) => refund())),
})

/** Counts a guess against one more limit, or says that it refuses. If counting fails, `refunds` undo earlier counts. */
async function countMore(limit: Limit, ...refunds: Refund[]): Promise<Awaited<ReturnType<typeof refusalOf<Refund>>>> {
  try {
    return await refusalOf(() => consumeLimits([limit]))
  } catch (error) {
    await Promise.allSettled(refunds.map((refund) => refund()))
    throw error
  }
}

/** Takes one of the attempts at a code; throws TOO_MANY_ATTEMPTS, and then nothing is counted. */
async function attempt(code: PendingCode, by: 'known' | 'stranger', ...refunds: Refund[]): Promise<Refund> {
  const attempts = await countMore(attemptsAt(code, by, ATTEMPTS), ...refunds)
  if ('value' in attempts) return attempts.value
  await Promise.all(refunds.map((refund) => refund()))
  throw createError('TOO_MANY_ATTEMPTS')
}

const attemptsAt = ({ name }: PendingCode, by: 'known' | 'stranger', max: number): Limit => ({
  key: `tried:${by}:${name}`,
  windows: [{ max, seconds: LONGEST_WINDOW_SECONDS }],
})

/**
 * Deletes a code at which the asking browser has no attempts left, so that it gets another one. The code that a known
 * browser asked for stays for that browser, whatever strangers tried.
 */
export async function dropSpentCode(email: string, browser: string | undefined): Promise<void> {
  const code = await codeOf(email)
  if (!code) return
  const by = browser === undefined ? 'stranger' : 'known'
  const tried = await db.$count(limitHit, eq(limitHit.key, attemptsAt(code, by, ATTEMPTS).key))
  if (tried >= ATTEMPTS && (by === 'known' || !(await hasKnownAsker(code)))) await deleteCode(email)
}

/** better-auth's identifier of the codes for an address. */
const identifierOf = (email: string): string => `sign-in-otp-${email}`

/**
 * The code to compare with. Throws OTP_EXPIRED for an old one, which stays until another is sent or the clean-up takes it: it
 * is expired after a reload of the page too. Without a code throws INVALID_OTP, which counts against a separate limit.
 */
async function pendingCode(email: string): Promise<PendingCode> {
  const code = await codeOf(email)
  if (!code) {
    // Not left to better-auth: it takes the code away while it compares another guess, and would compare this one too.
    await consumeLimits([withoutCode()])
    throw createError('INVALID_OTP')
  }
  if (code.expiresAt <= now()) throw createError('OTP_EXPIRED')
  return code
}

async function codeOf(email: string): Promise<PendingCode | undefined> {
  // No code is sent to a placeholder address, so no code is right for it.
  if (isPlaceholder(email)) return undefined
  const [row] = await db
    .select({ value: verification.value, expiresAt: verification.expiresAt })
    .from(verification)
    .where(eq(verification.identifier, identifierOf(email)))
    .orderBy(desc(verification.createdAt))
    .limit(1)
  if (!row) return undefined
  // The value is the encrypted code, a colon, and better-auth's count of guesses.
  const encrypted = row.value.slice(0, row.value.lastIndexOf(':'))
  const name = createHash('sha256').update(encrypted).digest('base64url').slice(0, 22)
  return { email, name, expiresAt: row.expiresAt }
}

async function hasKnownAsker({ email }: PendingCode): Promise<boolean> {
  const { key } = askedByKnownBrowser(email)
  const since = new Date(now().getTime() - CODE_MINUTES * 60_000)
  return (await db.$count(limitHit, and(eq(limitHit.key, key), gt(limitHit.at, since)))) > 0
}

const deleteCode = (email: string): Promise<unknown> =>
  db.delete(verification).where(eq(verification.identifier, identifierOf(email)))
