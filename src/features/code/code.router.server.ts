import { and, eq, ne } from 'drizzle-orm'
import { CODE_MINUTES } from '#auth/credentials.schema.ts'
import { refuseImpersonation } from '#auth/session/reauthentication.server.ts'
import { recordSecurityEvent } from '#auth/security/security-log.server.ts'
import { sendCodeWithinLimits, checkVerificationCode } from '#auth/verification-code/verification-code-limits.server.ts'
import { issueVerificationCode, type CodeBinding } from '#auth/verification-code/verification-code.server.ts'
import type { CurrentSession } from '#auth/session/session.server.ts'
import { db } from '#db/connection/client.server.ts'
import { session, user } from '#db/tables/user.ts'
import { now } from '#lib/clock.ts'
import { codeMail } from '#mail/code-mail.server.ts'
import { mail } from '#mail/mail.server.ts'
import { procedure } from '#rpc/procedure.server.ts'
import { reauthenticationSchema } from './code.schema.ts'

const bindingOf = (current: CurrentSession): CodeBinding => ({
  sessionId: current.id,
  purpose: 'reauthenticate',
  email: current.user.email,
})

/** Mails a code for reauthentication to the user's address. TOO_MANY_REQUESTS, MAIL_NOT_SENT. */
const sendCode = procedure('own').handler(async ({ context }) => {
  refuseImpersonation(context.session)
  const binding = bindingOf(context.session)
  await sendCodeWithinLimits([`user:${context.session.user.id}`], async () => {
    const code = await issueVerificationCode(binding)
    await mail(codeMail({ email: binding.email, code, minutes: CODE_MINUTES, purpose: binding.purpose }))
  })
})

/**
 * Reauthenticates the session: for ten minutes the address can be changed and the account deleted. INVALID_OTP,
 * OTP_EXPIRED, TOO_MANY_ATTEMPTS, TOO_MANY_REQUESTS.
 */
const reauthenticate = procedure('own')
  .input(reauthenticationSchema)
  .handler(async ({ input, context: { session: current } }) => {
    refuseImpersonation(current)
    // Attempts are counted apart from the sign-in, so that guessing there cannot lock the owner out here.
    const { id, emailVerified } = current.user
    const target = `reauthentication:${current.id}`
    await checkVerificationCode({ userId: id, binding: bindingOf(current), code: input.code, target })
    await db.transaction(async (tx) => {
      await tx.update(session).set({ authenticatedAt: now() }).where(eq(session.id, current.id))
      if (emailVerified) return
      // Other sessions from before the address was verified may not belong to its owner.
      await tx.delete(session).where(and(eq(session.userId, id), ne(session.id, current.id)))
      await tx.update(user).set({ emailVerified: true, updatedAt: now() }).where(eq(user.id, id))
    })
    recordSecurityEvent('confirmed', { userId: id })
  })

export const codeRouter = { sendCode, reauthenticate }
