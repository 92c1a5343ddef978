import { consumeLimits } from '#base/auth/limits/rate-limits.server.ts'
import { AppError } from '#base/errors/app-error.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { requestContext } from '#base/lib/http/request-context.server.ts'
import { mail, mailIn } from '#base/mail/mail.server.ts'
import type { ComposedMail } from '#base/mail/send.server.ts'

/** Mails per hour to one address about changes by managers, invitations included, so that no mailbox is flooded. */
const PER_RECIPIENT = { max: 10, seconds: 3600 }

/**
 * Notifies a user of changes by mail, in their last known language, within the limit per address. A failure is only
 * logged. Returns whether all mails were sent; null for a user without an address, to whom nothing can be sent.
 */
export async function notifyUser(
  { email, language }: { email: string | null; language: string | null },
  ...mails: ((email: string) => Promise<ComposedMail>)[]
): Promise<boolean | null> {
  if (email === null) return null
  const sent = await Promise.all(mails.map((compose) => isSent(language, () => compose(email))))
  return sent.every(Boolean)
}

async function isSent(language: string | null, compose: () => Promise<ComposedMail>): Promise<boolean> {
  try {
    await mailIn(language, compose, sendWithin)
    return true
  } catch (error) {
    const { log } = requestContext()
    if (error instanceof AppError && error.code === 'TOO_MANY_REQUESTS')
      log.warn('A user was not told of a change: too many mails in an hour')
    else log.error({ err: error }, 'A user could not be told of a change')
    return false
  }
}

/**
 * Mails a user in their last known language, within the limit per address. Throws TOO_MANY_REQUESTS; MAIL_NOT_SENT,
 * whose cause is logged.
 */
export async function mailUser(language: string | null, compose: () => Promise<ComposedMail>): Promise<void> {
  try {
    await mailIn(language, compose, sendWithin)
  } catch (error) {
    if (error instanceof AppError) throw error
    requestContext().log.error({ err: error }, 'A mail to a user could not be sent')
    throw createError('MAIL_NOT_SENT')
  }
}

/** Sends within the limit; a failed mail is not counted. Throws TOO_MANY_REQUESTS. */
async function sendWithin(composed: ComposedMail): Promise<void> {
  const refund = await consumeLimits([{ key: `told:address:${composed.to}`, windows: [PER_RECIPIENT] }])
  try {
    await mail(composed)
  } catch (error) {
    await refund()
    throw error
  }
}
