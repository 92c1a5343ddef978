import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { and, eq, lt, sql } from 'drizzle-orm'
import { db } from '#base/db/connection/client.server.ts'
import { verificationCode } from '#base/db/tables/verification-code.ts'
import type { AppError } from '#base/errors/app-error.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { now } from '#base/lib/clock.ts'
import { CODE_ATTEMPTS, CODE_MINUTES } from '#base/auth/credentials.schema.ts'
import { authSecret } from '#base/env/secret.server.ts'

// Codes for a user who is signed in. The code of the sign-in is better-auth's: `emailOTP` in better-auth/auth.server.ts.

/** `reauthenticate` confirms who is signed in, `change-email` that the new address is theirs. */
type Purpose = 'reauthenticate' | 'change-email'

/** What a code is bound to; it is invalid for anything else. */
export interface CodeBinding {
  sessionId: string
  purpose: Purpose
  email: string
}

/** Derives the code from a stored nonce and the secret, so that no code is stored. */
function codeOf(nonce: string, { sessionId, purpose, email }: CodeBinding): string {
  const digest = createHmac('sha256', authSecret())
    .update(`verification-code:${nonce}:${sessionId}:${purpose}:${email}`)
    .digest()
  return String(digest.readUIntBE(0, 6) % 1_000_000).padStart(6, '0')
}

/** The code to mail: the pending one, with its remaining attempts, else a new one. A new address gets a new code. */
export async function issueVerificationCode(binding: CodeBinding): Promise<string> {
  const at = now()
  const isPending = sql`${verificationCode.expiresAt} > ${at} and ${verificationCode.email} = excluded.email and ${verificationCode.attempts} < ${CODE_ATTEMPTS}`
  const [row] = await db
    .insert(verificationCode)
    .values({
      ...binding,
      nonce: randomBytes(16).toString('base64url'),
      expiresAt: new Date(at.getTime() + CODE_MINUTES * 60_000),
    })
    .onConflictDoUpdate({
      target: [verificationCode.sessionId, verificationCode.purpose],
      set: {
        nonce: sql`case when ${isPending} then ${verificationCode.nonce} else excluded.nonce end`,
        attempts: sql`case when ${isPending} then ${verificationCode.attempts} else 0 end`,
        email: sql`excluded.email`,
        expiresAt: sql`excluded.expires_at`,
      },
    })
    .returning({ nonce: verificationCode.nonce })
  if (!row) throw new Error('No verification code was stored')
  return codeOf(row.nonce, binding)
}

/**
 * Checks a code, and deletes it if it is right. Throws INVALID_OTP, OTP_EXPIRED, or TOO_MANY_ATTEMPTS after `CODE_ATTEMPTS`. Counts the attempt
 * in one statement before comparing, so that concurrent guesses cannot exceed `CODE_ATTEMPTS`.
 */
export async function consumeVerificationCode(binding: CodeBinding, code: string): Promise<void> {
  const isBound = and(
    eq(verificationCode.sessionId, binding.sessionId),
    eq(verificationCode.purpose, binding.purpose),
    eq(verificationCode.email, binding.email),
  )
  const [row] = await db
    .update(verificationCode)
    .set({ attempts: sql`${verificationCode.attempts} + 1` })
    .where(and(isBound, lt(verificationCode.attempts, CODE_ATTEMPTS)))
    .returning({ id: verificationCode.id, nonce: verificationCode.nonce, expiresAt: verificationCode.expiresAt })
  if (!row) {
    // A used-up code stays until the next one: the right code then gets the same answer as at a sign-in.
    throw (await db.$count(verificationCode, isBound)) > 0 ? createError('TOO_MANY_ATTEMPTS') : invalidCode()
  }
  if (row.expiresAt <= now()) throw createError('OTP_EXPIRED')
  if (!timingSafeEqual(Buffer.from(codeOf(row.nonce, binding)), Buffer.from(code))) throw invalidCode()
  const taken = await db
    .delete(verificationCode)
    .where(eq(verificationCode.id, row.id))
    .returning({ id: verificationCode.id })
  if (taken.length === 0) throw invalidCode()
}

const invalidCode = (): AppError => createError('INVALID_OTP')
