import { createHmac, timingSafeEqual } from 'node:crypto'
import { and, eq, gt, isNull } from 'drizzle-orm'
import { authSecret } from '#base/env/secret.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { signInNotice } from '#base/db/tables/sign-in-notice.ts'
import { user } from '#base/db/tables/user.ts'
import { siteUrl } from '#base/env/site.server.ts'
import { now } from '#base/lib/clock.ts'
import { deviceOf } from '#base/lib/http/device.server.ts'
import { requestContext } from '#base/lib/http/request-context.server.ts'
import { isUuid } from '#base/lib/uuid.ts'
import { mailIn } from '#base/mail/mail.server.ts'
import { signInMail } from '#base/mail/sign-in-mail.server.ts'

/** Milliseconds that the link in the mail works. */
const LIFETIME = 7 * 24 * 3_600_000

// The id of a session is no secret, and the signature is of use for nothing else.
const signatureOf = (id: string): string =>
  createHmac('sha256', authSecret()).update(`sign-in notice:${id}`).digest('base64url')

interface NewSignIn {
  sessionId: string
  browserId: string
  /** The method, as in the security log. */
  how: string
}

interface Recipient {
  id: string
  email: string
  language: string | null
}

/**
 * Tells a user by mail of a sign-in from a browser that they have not used before. The sign-in neither waits for it nor
 * fails with it: a failure is logged.
 */
export function notifyOfSignIn({ sessionId, browserId, how }: NewSignIn, person: Recipient): void {
  const { id: userId, email, language } = person
  const { clientIp: ip, userAgent, log } = requestContext()
  const at = now()
  const notice = { id: sessionId, userId, browserId, how, ip, ...deviceOf(userAgent), at }
  const url = `${siteUrl()}/login/not-me?notice=${sessionId}.${signatureOf(sessionId)}`
  const tell = async () => {
    await db.insert(signInNotice).values({ ...notice, expiresAt: new Date(at.getTime() + LIFETIME) })
    await mailIn(language, () => signInMail(email, notice, url))
  }
  tell().catch((error: unknown) => log.error({ err: error }, 'A user could not be told of a sign-in'))
}

/** The notice that a link names; undefined for a link that is forged, damaged or too old. */
export async function findNotice(link: string) {
  const [id = '', signature = ''] = link.split('.')
  const [given, expected] = [Buffer.from(signature), Buffer.from(signatureOf(id))]
  if (!isUuid(id) || given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  const [row] = await db
    .select({ notice: signInNotice, email: user.email })
    .from(signInNotice)
    .innerJoin(user, eq(user.id, signInNotice.userId))
    .where(and(eq(signInNotice.id, id), gt(signInNotice.expiresAt, now())))
  return row && { ...row.notice, email: row.email }
}

/** Condition on a notice that has not been used yet. */
export const isOpenNotice = (id: string) => and(eq(signInNotice.id, id), isNull(signInNotice.refusedAt))
