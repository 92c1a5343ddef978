import { eq } from 'drizzle-orm'
import { CODE_MINUTES } from '#base/auth/credentials.schema.ts'
import { refuseImpersonation } from '#base/auth/session/reauthentication.server.ts'
import { recordSecurityEvent } from '#base/auth/security/security-log.server.ts'
import {
  sendCodeWithinLimits,
  checkVerificationCode,
} from '#base/auth/verification-code/verification-code-limits.server.ts'
import { issueVerificationCode, type CodeBinding } from '#base/auth/verification-code/verification-code.server.ts'
import type { CurrentSession } from '#base/auth/session/session.server.ts'
import { endWaysIn } from '#base/auth/ways-in/end-ways-in.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { session, user } from '#base/db/tables/user.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { now } from '#base/lib/clock.ts'
import { codeMail } from '#base/mail/code-mail.server.ts'
import { mail } from '#base/mail/mail.server.ts'
import { procedure } from '#base/rpc/procedure.server.ts'
import { reauthenticationSchema } from './code.schema.ts'

function bindingOf({ id, user: { email } }: CurrentSession): CodeBinding {
  if (email === null) throw createError('NO_ADDRESS')
  return { sessionId: id, purpose: 'reauthenticate', email }
}

/** Mails a code for reauthentication to the user's address. NO_ADDRESS, TOO_MANY_REQUESTS, MAIL_NOT_SENT. */
const sendCode = procedure('own', { takenBack: 'nothing' }).handler(async ({ context }) => {
  refuseImpersonation(context.session)
  const binding = bindingOf(context.session)
  await sendCodeWithinLimits([`user:${context.session.user.id}`], async () => {
    const code = await issueVerificationCode(binding)
    await mail(codeMail({ email: binding.email, code, minutes: CODE_MINUTES, purpose: binding.purpose }))
  })
})

/**
 * Reauthenticates the session: for ten minutes the address can be changed and the account deleted. INVALID_OTP,
 * OTP_EXPIRED, TOO_MANY_ATTEMPTS, TOO_MANY_REQUESTS, NO_ADDRESS.
 */
const reauthenticate = procedure('own', { takenBack: 'nothing' })
  .input(reauthenticationSchema)
  .handler(async ({ input, context: { session: current } }) => {
    refuseImpersonation(current)
    // Attempts are counted apart from the sign-in: who guesses codes at the sign-in cannot lock the owner out here.
    const { id, emailVerified } = current.user
    const target = `reauthentication:${current.id}`
    await checkVerificationCode({ userId: id, binding: bindingOf(current), code: input.code, target })
    await db.transaction(async (tx) => {
      // First, as `endWaysIn` does: two that lock the rows of one user in another order would wait for each other for ever.
      await tx.select({ id: user.id }).from(user).where(eq(user.id, id)).for('no key update')
      // Whoever reads the mails is no mere holder of a sign-in card any more.
      const [proven] = await tx
        .update(session)
        .set({ authenticatedAt: now(), cardAt: null })
        .where(eq(session.id, current.id))
        .returning({ browserId: session.browserId })
      if (emailVerified) return
      // Before this proof, somebody other than the owner of the address may have signed in.
      await endWaysIn(tx, 'address', id, { sessionId: current.id, browserId: proven?.browserId ?? undefined })
      await tx.update(user).set({ emailVerified: true, updatedAt: now() }).where(eq(user.id, id))
    })
    recordSecurityEvent('confirmed', { userId: id })
  })

export const codeRouter = { sendCode, reauthenticate }
