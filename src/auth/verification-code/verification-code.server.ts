import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { and, eq, lt, sql } from 'drizzle-orm'
import { db } from '#db/client.server.ts'
import { proof } from '#db/tables/proof.ts'
import type { AppError } from '#errors/app-error.ts'
import { createError } from '#errors/create-error.server.ts'
import { now } from '#lib/clock.ts'
import { CODE_MINUTES } from '#auth/credentials.schema.ts'
import { authSecret } from '#auth/secret.server.ts'

/** `fresh` confirms who is signed in, `change-email` that the new address is theirs. */
type Purpose = 'fresh' | 'change-email'

/** What a code is bound to; it is invalid for anything else. */
export interface CodeBinding {
  sessionId: string
  purpose: Purpose
  email: string
}

const ATTEMPTS = 5

/** Derives the code from a stored nonce and the secret, so that no code is stored. */
function codeOf(nonce: string, { sessionId, purpose, email }: CodeBinding): string {
  const digest = createHmac('sha256', authSecret()).update(`proof:${nonce}:${sessionId}:${purpose}:${email}`).digest()
  return String(digest.readUIntBE(0, 6) % 1_000_000).padStart(6, '0')
}

/** The code to mail: the pending one, with its remaining attempts, else a new one. A new address gets a new code. */
export async function issueVerificationCode(binding: CodeBinding): Promise<string> {
  const at = now()
  const isPending = sql`${proof.expiresAt} > ${at} and ${proof.email} = excluded.email and ${proof.attempts} < ${ATTEMPTS}`
  const [row] = await db
    .insert(proof)
    .values({
      ...binding,
      nonce: randomBytes(16).toString('base64url'),
      expiresAt: new Date(at.getTime() + CODE_MINUTES * 60_000),
    })
    .onConflictDoUpdate({
      target: [proof.sessionId, proof.purpose],
      set: {
        nonce: sql`case when ${isPending} then ${proof.nonce} else excluded.nonce end`,
        attempts: sql`case when ${isPending} then ${proof.attempts} else 0 end`,
        email: sql`excluded.email`,
        expiresAt: sql`excluded.expires_at`,
      },
    })
    .returning({ nonce: proof.nonce })
  if (!row) throw new Error('No proof was stored')
  return codeOf(row.nonce, binding)
}

/**
 * Checks and deletes a code. Throws INVALID_OTP, OTP_EXPIRED, or TOO_MANY_ATTEMPTS after `ATTEMPTS`. Counts the attempt
 * in one statement before comparing, so that concurrent guesses cannot exceed `ATTEMPTS`.
 */
export async function consumeVerificationCode(binding: CodeBinding, code: string): Promise<void> {
  const isBound = and(
    eq(proof.sessionId, binding.sessionId),
    eq(proof.purpose, binding.purpose),
    eq(proof.email, binding.email),
  )
  const [row] = await db
    .update(proof)
    .set({ attempts: sql`${proof.attempts} + 1` })
    .where(and(isBound, lt(proof.attempts, ATTEMPTS)))
    .returning({ id: proof.id, nonce: proof.nonce, expiresAt: proof.expiresAt })
  if (!row) {
    const [exhausted] = await db.delete(proof).where(isBound).returning({ id: proof.id })
    throw exhausted ? createError('TOO_MANY_ATTEMPTS') : invalidCode()
  }
  if (row.expiresAt <= now()) throw createError('OTP_EXPIRED')
  if (!timingSafeEqual(Buffer.from(codeOf(row.nonce, binding)), Buffer.from(code))) throw invalidCode()
  const taken = await db.delete(proof).where(eq(proof.id, row.id)).returning({ id: proof.id })
  if (taken.length === 0) throw invalidCode()
}

const invalidCode = (): AppError => createError('INVALID_OTP')
