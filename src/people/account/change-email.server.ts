import { and, eq } from 'drizzle-orm'
import { CODE_MINUTES } from '#base/auth/credentials.schema.ts'
import {
  requireReauthentication,
  refuseImpersonation,
  refuseSoonAfterCard,
} from '#base/auth/session/reauthentication.server.ts'
import { rememberBrowser } from '#base/auth/session/known-browser.server.ts'
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
import { placeholderOf } from '#base/lib/no-address.ts'
import { requestContext } from '#base/lib/http/request-context.server.ts'
import { codeMail } from '#base/mail/code-mail.server.ts'
import { mail, mailEither } from '#base/mail/mail.server.ts'
import { addressChangedMail, addressTakenMail } from '#base/mail/notices.server.ts'

/** Mails a code to the new address. A taken address gets the same answer; its owner is mailed a notice instead. */
export async function askForEmail(current: CurrentSession, newEmail: string): Promise<void> {
  refuseImpersonation(current)
  refuseSoonAfterCard(current)
  requireReauthentication(current)
  if (newEmail === current.user.email)
    throw createError('VALIDATION_ERROR', { fields: { newEmail: { key: 'email_same' } } })
  const bond: CodeBinding = { sessionId: current.id, purpose: 'change-email', email: newEmail }
  await sendCodeWithinLimits([`user:${current.user.id}`, `address:${newEmail}`], async () => {
    const code = await issueVerificationCode(bond)
    const isTaken = (await db.$count(user, eq(user.email, newEmail))) > 0
    const withCode = codeMail({ email: newEmail, code, minutes: CODE_MINUTES, purpose: 'change-email' })
    await mailEither(isTaken, addressTakenMail(newEmail), withCode)
  })
}

/**
 * Checks the code mailed to the new address, changes the user's address, ends every other way in (other sessions, provider
 * accounts, passkeys, API keys, sign-in cards) and notifies the old address.
 */
export async function changeToEmail(
  current: CurrentSession,
  { newEmail, code }: { newEmail: string; code: string },
  cookies: string | null,
): Promise<void> {
  refuseImpersonation(current)
  refuseSoonAfterCard(current)
  const bond: CodeBinding = { sessionId: current.id, purpose: 'change-email', email: newEmail }
  const { id, email } = current.user
  await checkVerificationCode({ userId: id, binding: bond, code, target: `new address:${newEmail}` })
  await db.transaction(async (tx) => {
    // Only if the address is still the one it was, so that of two concurrent changes one wins.
    const changed = await tx
      .update(user)
      .set({ email: newEmail, emailVerified: true, updatedAt: now() })
      .where(and(eq(user.id, id), eq(user.email, email ?? placeholderOf(id))))
      .returning({ id: user.id })
    if (changed.length === 0) throw createError('CONFLICT')
    await endWaysIn(tx, 'address', id, { sessionId: current.id })
    await tx.update(session).set({ authenticatedAt: now() }).where(eq(session.id, current.id))
  })
  await rememberBrowser(cookies, newEmail)
  if (email === null) return
  await mail(addressChangedMail(email, newEmail)).catch((error: unknown) =>
    requestContext().log.error({ err: error }, 'The old address could not be notified of the change'),
  )
}
