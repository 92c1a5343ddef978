import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { admin, emailOTP } from 'better-auth/plugins'
import { createAccessControl } from 'better-auth/plugins/access'
import { currentDatabase } from '#base/db/actor.server.ts'
import { passkey } from '#base/db/tables/passkey.ts'
import { account, session, user, verification } from '#base/db/tables/user.ts'
import { env } from '#base/env/env.server.ts'
import { ownOrigins } from '#base/env/site.server.ts'
import { lazy } from '#base/lib/lazy.ts'
import { captchaPlugins } from './captcha.server.ts'
import { CLOSED_PATHS } from './closed-paths.server.ts'
import { demoPlugins } from './demo.server.ts'
import { deliverCode } from './code-delivery.server.ts'
import { afterEndpoint, beforeEndpoint, databaseHooks, deleteWholeUser } from './hooks.server.ts'
import { cardPlugin } from '#base/auth/sign-in-card/card-sign-in.server.ts'
import { CODE_MINUTES } from '#base/auth/credentials.schema.ts'
import { ATTEMPTS } from '#base/auth/limits/sign-in-guess.server.ts'
import { IMPERSONATION_SECONDS, SESSION_SECONDS, SESSION_UPDATE_SECONDS } from '#base/auth/session/session-times.ts'
import { ROLES, STATEMENTS } from '#base/auth/permissions.ts'
import { passkeyPlugins } from '#base/auth/passkey/passkey-plugin.server.ts'
import type { RoleName } from '#base/auth/role.schema.ts'
import { authSecret } from '#base/env/secret.server.ts'
import { restorePlugin } from './restore-claim.server.ts'
import { setupPlugin } from './setup.server.ts'
import { checkUserInfo, oidcPlugins, socialProviders } from './social.server.ts'

/** The specification's sentence; the page translates it by the error's code. */
const BANNED = 'You have been banned from this application'
const accessControl = createAccessControl(STATEMENTS)

/** The roles, without a prototype: `constructor` must not pass for a role. */
function roles() {
  const all = {
    user: accessControl.newRole(ROLES.user),
    desk: accessControl.newRole(ROLES.desk),
    admin: accessControl.newRole(ROLES.admin),
  } satisfies Record<RoleName, unknown>
  Object.setPrototypeOf(all, null)
  return all
}

const ownField = { required: false, input: false } as const

/** better-auth: codes by mail, social providers, sessions, roles. Made at first use, since it needs the settings. */
export const auth = lazy(() =>
  betterAuth({
    appName: 'Maktaba',
    baseURL: env().baseUrl,
    basePath: '/api/auth',
    secret: authSecret(),
    // Also asked at the start, without a request: an origin of the house's network counts for its own requests only.
    trustedOrigins: (request) => [...(request ? ownOrigins() : env().origins)],
    database: drizzleAdapter(currentDatabase(), {
      provider: 'pg',
      schema: { user, session, account, verification, passkey },
      transaction: true,
    }),
    disabledPaths: CLOSED_PATHS,
    telemetry: { enabled: false },
    // Replaced by our limits: better-auth's would lock out a school that shares one IP address.
    rateLimit: { enabled: false },
    // better-auth's lines are not JSON and call a mistyped code an error; `afterEndpoint` logs the real errors.
    logger: { disabled: true },
    // Otherwise better-auth prints the failed SQL statement to the console.
    onAPIError: { errorURL: '/login/error', throw: true },
    verification: { disableCleanup: true },
    session: {
      expiresIn: SESSION_SECONDS,
      updateAge: SESSION_UPDATE_SECONDS,
      // `requireReauthentication` is stricter: minutes since the last code, where better-auth would allow a day.
      freshAge: 0,
      cookieCache: { enabled: false },
      additionalFields: {
        authenticatedAt: { type: 'date', ...ownField, returned: false },
        passkeyAt: { type: 'date', ...ownField, returned: false },
        cardAt: { type: 'date', ...ownField, returned: false },
        impersonatorSessionId: { type: 'string', ...ownField, returned: false },
      },
    },
    user: {
      additionalFields: {
        onboardedAt: { type: 'date', ...ownField },
        adminListedAt: { type: 'date', ...ownField, returned: false },
      },
      deleteUser: { enabled: true, beforeDelete: deleteWholeUser },
      validateUserInfo: checkUserInfo,
    },
    // Linking to an unverified user is safe: `checkUserInfo` removes that user's other accounts and sessions first.
    account: { updateAccountOnSignIn: false, accountLinking: { requireLocalEmailVerified: false } },
    socialProviders: socialProviders(),
    advanced: {
      // The tables generate their ids; an id that better-auth derives from a text must be a UUID too.
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
        // `beginGuess` is stricter: five by strangers and five by browsers that have signed in with the address.
        allowedAttempts: 2 * ATTEMPTS,
        // Encrypted and not hashed, so that a resend can mail the same code.
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
      ...passkeyPlugins(),
      ...captchaPlugins(),
      ...oidcPlugins(),
      cardPlugin,
      ...demoPlugins(),
      setupPlugin,
      restorePlugin,
    ],
  }),
)
