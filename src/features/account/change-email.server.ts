import { and, eq, ne } from 'drizzle-orm'
import { countCode, countGuess } from '#auth/code-limits.server.ts'
import { requireFresh, requireMyself } from '#auth/fresh.server.ts'
import { rememberBrowser } from '#auth/known-browser.server.ts'
import { CODE_MINUTES } from '#auth/numbers.ts'
import { issueProof, takeProof, type Bond } from '#auth/proof.server.ts'
import type { CurrentSession } from '#auth/session.server.ts'
import { db } from '#db/client.server.ts'
import { session, user } from '#db/tables/user.ts'
import { AppError, invalid } from '#lib/app-error.ts'
import { now } from '#lib/clock.ts'
import { requestContext } from '#lib/request-context.server.ts'
import { codeMail } from '#mail/code-mail.server.ts'
import { mail, mailEither } from '#mail/mail.server.ts'
import { addressChangedMail, addressTakenMail } from '#mail/notices.server.ts'

/** Mails the code of a bond within the limits. Throws TOO_MANY_REQUESTS, MAIL_NOT_SENT. */
export async function mailProof(bond: Bond): Promise<void> {
  await sendWithin(bond.email, async () => {
    const code = await issueProof(bond)
    await mail(codeMail({ email: bond.email, code, minutes: CODE_MINUTES, purpose: bond.purpose }))
  })
}

async function sendWithin(email: string, send: () => Promise<void>): Promise<void> {
  const giveBack = await countCode(email)
  try {
    await send()
  } catch (error) {
    requestContext().log.error({ err: error }, 'A code could not be mailed')
    await giveBack()
    throw new AppError({ code: 'MAIL_NOT_SENT', status: 503 })
  }
}

/** Tries a code within the limits; one that was not wrong is not counted. */
async function tryProof(bond: Bond, code: string, whose: string): Promise<void> {
  const giveBack = await countGuess(whose)
  try {
    await takeProof(bond, code)
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'INVALID_OTP')) await giveBack()
    throw error
  }
  await giveBack()
}

/** Takes the code that went to the person's own address: the session is fresh, the address proven. */
export async function proveAddress(current: CurrentSession, code: string): Promise<void> {
  requireMyself(current)
  const { id, email } = current.user
  // Counted apart from the sign-in: strangers who guess there do not keep the owner from this.
  await tryProof({ sessionId: current.id, purpose: 'fresh', email }, code, `proof:${current.id}`)
  await db.transaction(async (tx) => {
    await tx.update(session).set({ provenAt: now() }).where(eq(session.id, current.id))
    if (current.user.emailVerified) return
    // Whoever else came in before the address was proven need not be its owner.
    await tx.delete(session).where(and(eq(session.userId, id), ne(session.id, current.id)))
    await tx.update(user).set({ emailVerified: true, updatedAt: now() }).where(eq(user.id, id))
  })
}

/** Mails a code to the new address. A taken one answers like a free one, and its owner gets a mail that says so. */
export async function askForEmail(current: CurrentSession, newEmail: string): Promise<void> {
  requireMyself(current)
  requireFresh(current)
  if (newEmail === current.user.email) throw invalid({ newEmail: { key: 'email_same' } })
  const bond: Bond = { sessionId: current.id, purpose: 'change-email', email: newEmail }
  await sendWithin(newEmail, async () => {
    const code = await issueProof(bond)
    const isTaken = (await db.$count(user, eq(user.email, newEmail))) > 0
    const withCode = codeMail({ email: newEmail, code, minutes: CODE_MINUTES, purpose: 'change-email' })
    await mailEither(isTaken, addressTakenMail(newEmail), withCode)
  })
}

/** Takes the code that went to the new address: it becomes the person's own, the other sessions end, the old one is told. */
export async function changeToEmail(
  current: CurrentSession,
  { newEmail, code }: { newEmail: string; code: string },
  cookies: string | null,
): Promise<void> {
  requireMyself(current)
  const bond: Bond = { sessionId: current.id, purpose: 'change-email', email: newEmail }
  await tryProof(bond, code, `address:${newEmail}`)
  const { id, email } = current.user
  await db.transaction(async (tx) => {
    // Only from the address that asked: of two changes at once, one wins.
    const changed = await tx
      .update(user)
      .set({ email: newEmail, emailVerified: true, updatedAt: now() })
      .where(and(eq(user.id, id), eq(user.email, email)))
      .returning({ id: user.id })
    if (changed.length === 0) throw new AppError({ code: 'CONFLICT', status: 409 })
    await tx.delete(session).where(and(eq(session.userId, id), ne(session.id, current.id)))
    await tx.update(session).set({ provenAt: now() }).where(eq(session.id, current.id))
  })
  rememberBrowser(cookies, newEmail)
  await mail(addressChangedMail(email, newEmail)).catch((error: unknown) =>
    requestContext().log.error({ err: error }, 'The old address could not be told of its change'),
  )
}
