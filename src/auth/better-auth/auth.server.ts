import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { admin, emailOTP } from 'better-auth/plugins'
import { createAccessControl } from 'better-auth/plugins/access'
import { currentDatabase } from '#db/actor.server.ts'
import { account, session, user, verification } from '#db/tables/user.ts'
import { env } from '#env/env.server.ts'
import { lazy } from '#lib/lazy.ts'
import { captchaPlugins } from './captcha.server.ts'
import { CLOSED_PATHS } from './closed-paths.server.ts'
import { demoPlugins } from './demo.server.ts'
import { afterEndpoint, beforeEndpoint, databaseHooks, deliverCode, removeWhole } from './hooks.server.ts'
import { CODE_MINUTES } from '#auth/credentials.schema.ts'
import { IMPERSONATION_SECONDS, SESSION_SECONDS, SESSION_UPDATE_SECONDS } from '#auth/session/session-times.ts'
import { ROLES, STATEMENTS } from '#auth/permissions.ts'
import { authSecret } from '#auth/secret.server.ts'
import { checkUserInfo, oidcPlugins, socialProviders } from './social.server.ts'

/** "You have been banned from this application": the specification's words; the page translates them by their code. */
const BANNED = 'You have been banned from this application'
const accessControl = createAccessControl(STATEMENTS)

/** The roles and nothing else: `constructor`, which every object has, is none. */
function roles() {
  const all = { user: accessControl.newRole(ROLES.user), admin: accessControl.newRole(ROLES.admin) }
  Object.setPrototypeOf(all, null)
  return all
}

const ownField = { required: false, input: false } as const

/** better-auth: codes by mail, social providers, sessions, roles. Made at first use, after settings and database. */
export const auth = lazy(() =>
  betterAuth({
    appName: 'Maktaba',
    baseURL: env().baseUrl,
    basePath: '/api/auth',
    secret: authSecret(),
    trustedOrigins: env().origins,
    database: drizzleAdapter(currentDatabase(), {
      provider: 'pg',
      schema: { user, session, account, verification },
      transaction: true,
    }),
    disabledPaths: CLOSED_PATHS,
    telemetry: { enabled: false },
    // Maktaba's own limits stand in their place: better-auth's would lock a school behind one router out.
    rateLimit: { enabled: false },
    // Its own lines are no JSON, and call a mistyped code an error; what is one is logged by `afterEndpoint`.
    logger: { disabled: true },
    // Left to itself it writes the failed statement to the console.
    onAPIError: { errorURL: '/login/error', throw: true },
    verification: { disableCleanup: true },
    session: {
      expiresIn: SESSION_SECONDS,
      updateAge: SESSION_UPDATE_SECONDS,
      // Maktaba asks for a proof of minutes where better-auth is content with a session of yesterday.
      freshAge: 0,
      cookieCache: { enabled: false },
      additionalFields: {
        provenAt: { type: 'date', ...ownField, returned: false },
        impersonatorSessionId: { type: 'string', ...ownField, returned: false },
      },
    },
    user: {
      additionalFields: {
        onboardedAt: { type: 'date', ...ownField },
        adminListedAt: { type: 'date', ...ownField, returned: false },
      },
      deleteUser: { enabled: true, beforeDelete: removeWhole },
      validateUserInfo: checkUserInfo,
    },
    // `checkUserInfo` makes room for a verified sign-in first: then it may link to a user nobody has proven.
    account: { updateAccountOnSignIn: false, accountLinking: { requireLocalEmailVerified: false } },
    socialProviders: socialProviders(),
    advanced: {
      // The tables give ids of their own; where better-auth makes one up from a text it must be a UUID too.
      database: { generateId: 'uuid' },
      disableOriginCheck: false,
      useSecureCookies: env().baseUrl.startsWith('https:'),
      ipAddress: { ipAddressHeaders: ['x-client-ip'] },
    },
    hooks: { before: beforeEndpoint, after: afterEndpoint },
    databaseHooks,
    plugins: [
      emailOTP({
        otpLength: 6,
        expiresIn: CODE_MINUTES * 60,
        allowedAttempts: 5,
        // Readable again for a resend of the same code, never stored in clear.
        storeOTP: 'encrypted',
        resendStrategy: 'reuse',
        sendVerificationOTP: ({ email, otp }) => deliverCode(email, otp),
      }),
      admin({
        ac: accessControl,
        roles: roles(),
        defaultRole: 'user',
        adminRoles: ['admin'],
        bannedUserMessage: BANNED,
        impersonationSessionDuration: IMPERSONATION_SECONDS,
      }),
      ...captchaPlugins(),
      ...oidcPlugins(),
      ...demoPlugins(),
    ],
  }),
)
