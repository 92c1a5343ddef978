import { createAuthMiddleware, isAPIError } from 'better-auth/api'
import type { BetterAuthOptions } from 'better-auth'
import { eq } from 'drizzle-orm'
import { db } from '#base/db/connection/client.server.ts'
import { session, user } from '#base/db/tables/user.ts'
import { getLocale } from '#base/i18n/locale.ts'
import { now } from '#base/lib/clock.ts'
import { requestContext } from '#base/lib/http/request-context.server.ts'
import { hasBecomeAdmin, notifyAdmins } from '#base/auth/admin-notice.server.ts'
import { applyAdminEmails, roleAtCreation } from './admin-emails.server.ts'
import { countCodeRequest } from './code-delivery.server.ts'
import { consumeSignIn } from '#base/auth/limits/code-limits.server.ts'
import { knownBrowser, rememberBrowser } from '#base/auth/session/known-browser.server.ts'
import { recordSecurityEvent } from '#base/auth/security/security-log.server.ts'
import { impersonationReason } from '#base/auth/session/impersonation-reason.server.ts'
import { isPasskeyVerified } from '#base/auth/passkey/passkey-plugin.server.ts'
import { notifyOfSignIn } from '#base/auth/session/sign-in-notice.server.ts'
import { NO_TOKENS, requireLinkedAccount } from './linking.server.ts'
import { onboardNamedUser } from './onboard-named-user.server.ts'
import { nameSchema } from '#base/auth/name.schema.ts'
import { cardOfPasskey, requireWayIn, SIGN_IN_PATHS } from '#base/auth/ways-in/require-way-in.server.ts'
import { endWaysIn } from '#base/auth/ways-in/end-ways-in.server.ts'
import { endPreviousSession } from '#base/auth/session/previous-session.server.ts'

/** Before every endpoint, after the captcha: counts requests for a code and sign-ins by a provider. */
export const beforeEndpoint = createAuthMiddleware(async ({ path, body, headers }) => {
  if (path === '/email-otp/send-verification-otp')
    await countCodeRequest(String(body?.email), headers?.get('cookie') ?? null)
  else if (path === '/sign-in/social') await consumeSignIn()
})

/** After every endpoint: logs better-auth's own errors from status 500. Other errors reach the handler unchanged. */
export const afterEndpoint = createAuthMiddleware(async ({ path, context: { returned } }) => {
  if (!isAPIError(returned) || returned.statusCode < 500) return
  // better-auth answers 500 for a new passkey that it cannot read, which any client may send.
  const isUnreadable = returned.body?.code === 'FAILED_TO_VERIFY_REGISTRATION' && !isPasskeyVerified()
  // And for an impersonation without the cookie of the manager's own session; the handler makes it 401.
  const hasNoWayBack = path === '/admin/stop-impersonating'
  if (!isUnreadable && !hasNoWayBack) requestContext().log.error({ err: returned }, 'better-auth failed')
})

/** Deletes a user with all their rows in one statement (cascade), so that a failing trigger undoes all of it. */
export async function deleteWholeUser({ id }: { id: string }): Promise<void> {
  await db.delete(user).where(eq(user.id, id))
}

/** The method of a sign-in, by its endpoint: `code`, `card`, `passkey`, `demo`, `setup` or the id of the provider. */
function signInMethodOf({ path, params }: { path: string; params?: Record<string, unknown> | undefined }): string {
  const [own] = Object.entries(SIGN_IN_PATHS).find(([, one]) => one === path) ?? []
  return own ?? String(params?.id ?? params?.providerId ?? path).slice(0, 40)
}

/** Remembers the browser of a new session; tells the user of one from which they have not signed in before. */
async function recordSignInBrowser(
  sessionId: string,
  person: typeof user.$inferSelect & { email: string },
  how: string,
  cookies: string | null,
) {
  const isKnown = (await knownBrowser(cookies, person.email)) !== undefined
  const browserId = await rememberBrowser(cookies, person.email)
  await db.update(session).set({ browserId }).where(eq(session.id, sessionId))
  // A user who is not onboarded signs in for the first time.
  if (!isKnown && person.onboardedAt !== null && how !== 'demo') notifyOfSignIn({ sessionId, browserId, how }, person)
}

/** Paths whose sign-in counts as a recent proof, beside that of a passkey. */
const PROVING = new Set<string>([SIGN_IN_PATHS.code, SIGN_IN_PATHS.setup, SIGN_IN_PATHS.restore])

/** Hooks on better-auth's writes: roles by ADMIN_EMAIL, and no provider data that Maktaba does not need. */
export const databaseHooks: NonNullable<BetterAuthOptions['databaseHooks']> = {
  user: {
    create: {
      before: async (created) => ({
        // A provider's name may be invalid here: onboarding then asks for one.
        data: {
          ...created,
          name: nameSchema.safeParse(created.name).data ?? '',
          image: null,
          ...roleAtCreation(created.email, created.emailVerified),
        },
      }),
      after: async ({ id, name, email }) => {
        const [row] = await db.select({ role: user.role }).from(user).where(eq(user.id, id))
        if (row && hasBecomeAdmin(undefined, row)) notifyAdmins({ id, name, email }, undefined)
      },
    },
    update: {
      // The first code proves the address. better-auth has ended sessions and provider accounts of before, and nothing else.
      after: async ({ id }, context) => {
        if (context?.path === SIGN_IN_PATHS.code) await db.transaction((tx) => endWaysIn(tx, 'address', id))
      },
    },
  },
  account: { create: { before: async (created) => ({ data: { ...created, ...NO_TOKENS } }) } },
  session: {
    create: {
      before: async (created, context) => {
        const isByPasskey = context?.path === SIGN_IN_PATHS.passkey
        const cardAt = isByPasskey ? await cardOfPasskey(context.body) : null
        const isByCard = context?.path === SIGN_IN_PATHS.card || cardAt !== null
        // The impersonated user has not signed in, and a card proves no address.
        if (!created.impersonatedBy && !isByCard) await applyAdminEmails(created.userId)
        const currentId = context?.context.session?.session.id
        const isProven = isByPasskey || PROVING.has(context?.path ?? '')
        return {
          data: {
            ...created,
            authenticatedAt: isProven ? now() : null,
            passkeyAt: isByPasskey ? now() : null,
            cardAt: context?.path === SIGN_IN_PATHS.card ? now() : cardAt,
            impersonatorSessionId: created.impersonatedBy ? currentId : null,
          },
        }
      },
      after: async (created, context) => {
        await requireLinkedAccount(created)
        if (created.impersonatedBy) {
          const details = { reason: impersonationReason() }
          recordSecurityEvent('impersonation_begun', {
            userId: created.userId,
            actorId: String(created.impersonatedBy),
            details,
          })
          return
        }
        if (!context?.headers) return
        const [person] = await db.select().from(user).where(eq(user.id, created.userId))
        await requireWayIn({ sessionId: created.id, path: context.path, body: context.body, person })
        recordSecurityEvent('signed_in', { userId: created.userId, details: { how: signInMethodOf(context) } })
        await endPreviousSession(created.id, context.headers.get('cookie'))
        const language = getLocale()
        if (person && person.language !== language)
          await db.update(user).set({ language }).where(eq(user.id, created.userId))
        await onboardNamedUser(created.userId)
        if (person?.emailVerified && person.email !== null)
          await recordSignInBrowser(
            created.id,
            { ...person, email: person.email },
            signInMethodOf(context),
            context.headers.get('cookie'),
          )
      },
    },
    update: {
      // Keeps the end of an impersonation: better-auth would renew it like any session.
      before: async (change, context) => {
        const running = context?.context.session?.session
        return running?.impersonatedBy ? { data: { ...change, expiresAt: running.expiresAt } } : { data: change }
      },
    },
  },
}
