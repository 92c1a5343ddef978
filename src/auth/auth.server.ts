import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { isAPIError } from 'better-auth/api'
import { admin, emailOTP } from 'better-auth/plugins'
import { createAccessControl } from 'better-auth/plugins/access'
import { db } from '#db/client.server.ts'
import { account, session, user, verification } from '#db/tables/user.ts'
import { env } from '#env/env.server.ts'
import { newId } from '#lib/id.ts'
import { lazy } from '#lib/lazy.ts'
import { requestContext } from '#lib/request-context.server.ts'
import { sendCode } from '#mail/code-mail.server.ts'
import { applyAdminEmails, roleAtCreation } from './admin-emails.server.ts'
import { ROLES, STATEMENTS } from './permissions.ts'
import { authSecret } from './secret.server.ts'

export const CODE_MINUTES = 10
export const SESSION_SECONDS = 30 * 24 * 3600
export const SESSION_UPDATE_SECONDS = 24 * 3600
/** "You have been banned from this application": the specification's words; the page translates them by their code. */
const BANNED = 'You have been banned from this application'

// Endpoints of better-auth that Maktaba does not use, or that take or list session tokens.
const CLOSED = [
  '/sign-up/email',
  '/sign-in/email',
  '/reset-password',
  '/reset-password/:token',
  '/verify-password',
  '/verify-email',
  '/send-verification-email',
  '/change-email',
  '/change-password',
  '/update-session',
  '/request-password-reset',
  '/list-sessions',
  '/revoke-session',
  '/link-social',
  '/unlink-account',
  '/refresh-token',
  '/get-access-token',
  '/account-info',
  '/delete-user/callback',
  '/email-otp/check-verification-otp',
  '/email-otp/verify-email',
  '/email-otp/request-password-reset',
  '/forget-password/email-otp',
  '/email-otp/reset-password',
  '/email-otp/request-email-change',
  '/email-otp/change-email',
  '/admin/list-user-sessions',
  '/admin/revoke-user-session',
  '/admin/set-user-password',
  '/admin/create-user',
  '/admin/update-user',
]

const accessControl = createAccessControl(STATEMENTS)

/** better-auth: codes by mail, social providers, sessions, roles. Made at first use, after settings and database. */
export const auth = lazy(() =>
  betterAuth({
    appName: 'Maktaba',
    baseURL: env().baseUrl,
    basePath: '/api/auth',
    secret: authSecret(),
    trustedOrigins: env().origins,
    database: drizzleAdapter(db, {
      provider: 'pg',
      schema: { user, session, account, verification },
      transaction: true,
    }),
    disabledPaths: CLOSED,
    telemetry: { enabled: false },
    // Maktaba's own limits stand in their place: better-auth's would lock a school behind one router out.
    rateLimit: { enabled: false },
    // Its own lines are no JSON, and call a mistyped code an error; what is one is logged by `onError`.
    logger: { disabled: true },
    onAPIError: { errorURL: '/login/error', onError: noteFault },
    verification: { disableCleanup: true },
    session: { expiresIn: SESSION_SECONDS, updateAge: SESSION_UPDATE_SECONDS, cookieCache: { enabled: false } },
    user: {
      additionalFields: {
        onboardedAt: { type: 'date', required: false, input: false },
        adminListedAt: { type: 'date', required: false, input: false, returned: false },
      },
    },
    advanced: {
      database: { generateId: () => newId() },
      disableOriginCheck: false,
      useSecureCookies: env().baseUrl.startsWith('https:'),
      ipAddress: { ipAddressHeaders: ['x-client-ip'] },
    },
    databaseHooks: {
      user: {
        create: {
          before: async (fresh) => ({ data: { ...fresh, ...roleAtCreation(fresh.email, fresh.emailVerified) } }),
        },
      },
      session: { create: { before: async (fresh) => applyAdminEmails(fresh.userId) } },
    },
    plugins: [
      emailOTP({
        otpLength: 6,
        expiresIn: CODE_MINUTES * 60,
        allowedAttempts: 5,
        // Readable again for a resend of the same code, never stored in clear.
        storeOTP: 'encrypted',
        resendStrategy: 'reuse',
        sendVerificationOTP: ({ email, otp }) => sendCode({ email, code: otp, minutes: CODE_MINUTES }),
      }),
      admin({
        ac: accessControl,
        roles: { user: accessControl.newRole(ROLES.user), admin: accessControl.newRole(ROLES.admin) },
        defaultRole: 'user',
        adminRoles: ['admin'],
        bannedUserMessage: BANNED,
        impersonationSessionDuration: 3600,
      }),
    ],
  }),
)

/** Logs what is a fault of ours; what a visitor mistyped is none. */
function noteFault(error: unknown): void {
  if (!(isAPIError(error) && error.statusCode < 500)) requestContext().log.error({ err: error }, 'better-auth failed')
}
