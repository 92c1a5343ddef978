import { eq } from 'drizzle-orm'
import { CODE_MINUTES } from '#base/auth/credentials.schema.ts'
import { consumeCodeRequest } from '#base/auth/limits/code-limits.server.ts'
import { dropSpentCode } from '#base/auth/limits/sign-in-guess.server.ts'
import { recordRefusal } from '#base/auth/security/record-refusal.server.ts'
import { recordSecurityEvent } from '#base/auth/security/security-log.server.ts'
import { knownBrowser } from '#base/auth/session/known-browser.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { user } from '#base/db/tables/user.ts'
import { inForce } from '#base/env/in-force.server.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { requestContext, type RequestContext } from '#base/lib/http/request-context.server.ts'
import { codeMail } from '#base/mail/code-mail.server.ts'
import { mail, mailEither } from '#base/mail/mail.server.ts'
import { noAccountMail } from '#base/mail/notices.server.ts'
import { isAdminEmail } from './admin-emails.server.ts'

interface Delivery {
  /** Takes back what was counted against the limit of the address. */
  refund: () => Promise<void>
  hasFailed: boolean
}

// better-auth calls the first two functions below and passes nothing on, so they meet here; only this file uses it.
const deliveries = new WeakMap<RequestContext, Delivery>()

/** Counts a browser's request for a code, after the captcha; throws TOO_MANY_REQUESTS. */
export async function countCodeRequest(email: string, cookies: string | null): Promise<void> {
  const browser = await knownBrowser(cookies, email)
  const refund = await recordRefusal({ email, details: { reason: 'codes' } }, () => consumeCodeRequest(email, browser))
  await dropSpentCode(email, browser)
  deliveries.set(requestContext(), { refund, hasFailed: false })
  recordSecurityEvent('code_asked', { email })
}

/**
 * Mails a code; while sign-up is closed, an unknown address gets a mail that says so, with the same response and
 * timing.
 */
export async function deliverCode(email: string, code: string): Promise<void> {
  const context = requestContext()
  try {
    const withCode = codeMail({ email, code, minutes: CODE_MINUTES, purpose: 'sign-in' })
    if (inForce().signup) await mail(withCode)
    else await mailEither(await mayEnter(email), withCode, noAccountMail(email))
  } catch (error) {
    const delivery = deliveries.get(context)
    if (delivery) delivery.hasFailed = true
    context.log.error({ err: error }, 'A code could not be mailed')
  }
}

async function mayEnter(email: string): Promise<boolean> {
  return isAdminEmail(email) || (await db.$count(user, eq(user.email, email))) > 0
}

/**
 * Lets better-auth send a code; throws MAIL_NOT_SENT, for every address alike, if the mail failed, where better-auth
 * answers success.
 */
export async function requireDelivery(send: () => Promise<Response>): Promise<Response> {
  const response = await send()
  const delivery = deliveries.get(requestContext())
  if (!response.ok || !delivery?.hasFailed) return response
  await delivery.refund()
  throw createError('MAIL_NOT_SENT')
}
