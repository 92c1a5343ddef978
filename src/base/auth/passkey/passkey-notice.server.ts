import { eq } from 'drizzle-orm'
import { db } from '#base/db/connection/client.server.ts'
import { user } from '#base/db/tables/user.ts'
import { requestContext } from '#base/lib/http/request-context.server.ts'
import { mailIn } from '#base/mail/mail.server.ts'
import { passkeyMail, type PasskeyChange } from '#base/mail/passkey-mail.server.ts'

/** Mails the user about a change of their passkeys, since the session may have been stolen. A failure is logged. */
export async function notifyOwnerOfPasskey(userId: string, change: PasskeyChange): Promise<void> {
  try {
    const [owner] = await db
      .select({ email: user.email, language: user.language })
      .from(user)
      .where(eq(user.id, userId))
    const { email = null, language = null } = owner ?? {}
    if (email !== null) await mailIn(language, () => passkeyMail(email, change))
  } catch (error) {
    requestContext().log.error({ err: error }, 'The user could not be told of a change of their passkeys')
  }
}
