import { createAuthMiddleware, isAPIError } from 'better-auth/api'
import type { BetterAuthOptions } from 'better-auth'
import { eq } from 'drizzle-orm'
import { db } from '#db/client.server.ts'
import { user } from '#db/tables/user.ts'
import { env } from '#env/env.server.ts'
import { getLocale } from '#i18n/locale.ts'
import { now } from '#lib/clock.ts'
import { requestContext } from '#lib/request-context.server.ts'
import { codeMail } from '#mail/code-mail.server.ts'
import { mail, mailEither } from '#mail/mail.server.ts'
import { noAccountMail } from '#mail/notices.server.ts'
import { applyAdminEmails, isAdminEmail, roleAtCreation } from './admin-emails.server.ts'
import { toApiError } from './api-error.server.ts'
import { consumeCodeRequest, consumeSignIn } from '#auth/limits/code-limits.server.ts'
import { rememberBrowser } from '#auth/session/known-browser.server.ts'
import { NO_TOKENS, requireLinkedAccount } from './linking.server.ts'
import { onboardNamedUser } from './onboard-named-user.server.ts'
import { nameSchema } from '#auth/name.schema.ts'
import { CODE_MINUTES } from '#auth/credentials.schema.ts'
import { endPreviousSession } from '#auth/session/previous-session.server.ts'

/** Before every endpoint, after the bot check: a code that is asked for counts, and so does going to a provider. */
export const beforeEndpoint = createAuthMiddleware(async ({ path, body }) => {
  try {
    if (path === '/email-otp/send-verification-otp')
      requestContext().refundCodeRequest = await consumeCodeRequest(String(body?.email))
    else if (path === '/sign-in/social') await consumeSignIn()
  } catch (error) {
    throw toApiError(error)
  }
})

/**
 * Mails a code; where sign-up is closed, a stranger's address gets a mail that says so: answer and time are the
 * same for both. A failure is noted in the request's context, since better-auth would answer success.
 */
export async function deliverCode(email: string, code: string): Promise<void> {
  try {
    const withCode = codeMail({ email, code, minutes: CODE_MINUTES, purpose: 'sign-in' })
    if (env().isSignupOpen) await mail(withCode)
    else await mailEither(await mayEnter(email), withCode, noAccountMail(email))
  } catch (error) {
    requestContext().isMailLost = true
    requestContext().log.error({ err: error }, 'A code could not be mailed')
  }
}

async function mayEnter(email: string): Promise<boolean> {
  return isAdminEmail(email) || (await db.$count(user, eq(user.email, email))) > 0
}

/** After every endpoint: logs what better-auth itself calls a fault. Whatever else is thrown comes to the handler as it is. */
export const afterEndpoint = createAuthMiddleware(async ({ context: { returned } }) => {
  if (isAPIError(returned) && returned.statusCode >= 500)
    requestContext().log.error({ err: returned }, 'better-auth failed')
})

/** Before an account ends: removes all of it in one statement, so that a refusal by the table's rule leaves all as it was. */
export async function removeWhole({ id }: { id: string }): Promise<void> {
  await db.delete(user).where(eq(user.id, id))
}

/** What happens whenever better-auth writes: roles by ADMIN_EMAIL, nothing kept of a provider that is not needed. */
export const databaseHooks: NonNullable<BetterAuthOptions['databaseHooks']> = {
  user: {
    create: {
      before: async (fresh) => ({
        // A provider's name is what somebody typed there: asked again at the welcome if it does not fit.
        data: {
          ...fresh,
          name: nameSchema.safeParse(fresh.name).data ?? '',
          image: null,
          ...roleAtCreation(fresh.email, fresh.emailVerified),
        },
      }),
    },
  },
  account: { create: { before: async (fresh) => ({ data: { ...fresh, ...NO_TOKENS } }) } },
  session: {
    create: {
      before: async (fresh, context) => {
        // Whoever is only looked through has not signed in.
        if (!fresh.impersonatedBy) await applyAdminEmails(fresh.userId)
        const own = context?.context.session?.session.id
        return {
          data: {
            ...fresh,
            provenAt: context?.path === '/sign-in/email-otp' ? now() : null,
            impersonatorSessionId: fresh.impersonatedBy ? own : null,
          },
        }
      },
      after: async (fresh, context) => {
        await requireLinkedAccount(fresh)
        if (fresh.impersonatedBy || !context?.headers) return
        await endPreviousSession(fresh.id, context.headers.get('cookie'))
        const [person] = await db
          .select({ email: user.email, emailVerified: user.emailVerified, language: user.language })
          .from(user)
          .where(eq(user.id, fresh.userId))
        const language = getLocale()
        if (person && person.language !== language)
          await db.update(user).set({ language }).where(eq(user.id, fresh.userId))
        await onboardNamedUser(fresh.userId)
        if (person?.emailVerified) rememberBrowser(context.headers.get('cookie'), person.email)
      },
    },
    update: {
      // An impersonation ends after its hour: better-auth would prolong it like any session.
      before: async (change, context) => {
        const running = context?.context.session?.session
        return running?.impersonatedBy ? { data: { ...change, expiresAt: running.expiresAt } } : { data: change }
      },
    },
  },
}
