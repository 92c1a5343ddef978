import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { and, eq, lt, sql } from 'drizzle-orm'
import { db } from '#db/client.server.ts'
import { proof } from '#db/tables/proof.ts'
import type { AppError } from '#errors/app-error.ts'
import { createError } from '#errors/create-error.server.ts'
import { now } from '#lib/clock.ts'
import { CODE_MINUTES } from '#auth/credentials.schema.ts'
import { authSecret } from '#auth/secret.server.ts'

/** `fresh`: it is me; `change-email`: the new address is mine. */
type Purpose = 'fresh' | 'change-email'

/** What a code is bound to: it is good for nothing else. */
export interface CodeBinding {
  sessionId: string
  purpose: Purpose
  email: string
}

const ATTEMPTS = 5

/** The code of a nonce: nobody without the secret can tell one from the other, so no code is stored. */
function codeOf(nonce: string, { sessionId, purpose, email }: CodeBinding): string {
  const digest = createHmac('sha256', authSecret()).update(`proof:${nonce}:${sessionId}:${purpose}:${email}`).digest()
  return String(digest.readUIntBE(0, 6) % 1_000_000).padStart(6, '0')
}

/** The code to mail: while one lives the same one, without new attempts. A new address gets a new one. */
export async function issueVerificationCode(bond: CodeBinding): Promise<string> {
  const at = now()
  const isAlive = sql`${proof.expiresAt} > ${at} and ${proof.email} = excluded.email and ${proof.attempts} < ${ATTEMPTS}`
  const [row] = await db
    .insert(proof)
    .values({
      ...bond,
      nonce: randomBytes(16).toString('base64url'),
      expiresAt: new Date(at.getTime() + CODE_MINUTES * 60_000),
    })
    .onConflictDoUpdate({
      target: [proof.sessionId, proof.purpose],
      set: {
        nonce: sql`case when ${isAlive} then ${proof.nonce} else excluded.nonce end`,
        attempts: sql`case when ${isAlive} then ${proof.attempts} else 0 end`,
        email: sql`excluded.email`,
        expiresAt: sql`excluded.expires_at`,
      },
    })
    .returning({ nonce: proof.nonce })
  if (!row) throw new Error('No proof was stored')
  return codeOf(row.nonce, bond)
}

/**
 * Takes a code: good once. Throws INVALID_OTP, OTP_EXPIRED, or TOO_MANY_ATTEMPTS after five. Attempts are
 * counted before the code is compared, in one statement: no number of guesses at once is compared more often.
 */
export async function consumeVerificationCode(bond: CodeBinding, code: string): Promise<void> {
  const isIt = and(eq(proof.sessionId, bond.sessionId), eq(proof.purpose, bond.purpose), eq(proof.email, bond.email))
  const [row] = await db
    .update(proof)
    .set({ attempts: sql`${proof.attempts} + 1` })
    .where(and(isIt, lt(proof.attempts, ATTEMPTS)))
    .returning({ id: proof.id, nonce: proof.nonce, expiresAt: proof.expiresAt })
  if (!row) {
    const [spent] = await db.delete(proof).where(isIt).returning({ id: proof.id })
    throw spent ? createError('TOO_MANY_ATTEMPTS') : wrong()
  }
  if (row.expiresAt <= now()) throw createError('OTP_EXPIRED')
  if (!timingSafeEqual(Buffer.from(codeOf(row.nonce, bond)), Buffer.from(code))) throw wrong()
  const taken = await db.delete(proof).where(eq(proof.id, row.id)).returning({ id: proof.id })
  if (taken.length === 0) throw wrong()
}

const wrong = (): AppError => createError('INVALID_OTP')
