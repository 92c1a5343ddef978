import type { BetterAuthOptions } from 'better-auth'
import { createAuthMiddleware } from 'better-auth/api'
import { genericOAuth } from 'better-auth/plugins'
import { env } from '#env/env.server.ts'
import { createError } from '#errors/create-error.server.ts'
import { requestContext } from '#lib/request-context.server.ts'
import { isAdminEmail } from './admin-emails.server.ts'
import { emailSchema } from '#auth/credentials.schema.ts'
import { dropUnverifiedAccounts } from './linking.server.ts'

interface Profile {
  email?: unknown
}

/**
 * The address in a provider's profile: one that Maktaba takes, else none. Nothing but ASCII: better-auth looks the
 * user up by the lower-case form, and that of the Kelvin sign is a `k`, so one mailbox would open another's account.
 */
const readAddress = ({ email }: Profile): { email: string | undefined } => ({
  email: typeof email === 'string' && /^[\x20-\x7E]+$/.test(email) ? emailSchema.safeParse(email).data : undefined,
})

/** GitHub and Google, where they are configured. In the demo nobody signs in but its two people. */
export function socialProviders() {
  const { social, isDemo } = env()
  if (isDemo) return {}
  return {
    ...(social.github && { github: { ...social.github, mapProfileToUser: readAddress } }),
    ...(social.google && { google: { ...social.google, mapProfileToUser: readAddress } }),
  }
}

/** The provider of `OIDC_ISSUER`, under the id `oidc`. */
export function oidcPlugins() {
  const { oidc } = env().social
  if (!oidc || env().isDemo) return []
  const { clientId, clientSecret, name, issuer } = oidc
  const config = {
    providerId: 'oidc',
    name,
    clientId,
    clientSecret,
    discoveryUrl: `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
    scopes: ['openid', 'email', 'profile'],
    requireIdTokenVerification: true,
    // What every provider must take (RFC 6749, section 2.3.1); some take nothing else.
    authentication: 'basic' as const,
    mapProfileToUser: (profile: Profile & { email_verified?: unknown }) => ({
      ...readAddress(profile),
      emailVerified: profile.email_verified === true || profile.email_verified === 'true',
    }),
  }
  const plugin = genericOAuth({ config: [config] })
  // Left to itself the plugin asks the provider while better-auth starts, and waits: a provider that hangs would
  // keep everybody out. So it is asked at its first sign-in, as the plugin does after a start that failed.
  const pending = new Map([[config.providerId, config]])
  const refusal = {
    matcher: ({ path, body }: { path?: string; body?: { provider?: unknown } }) =>
      path === '/sign-in/social' && body?.provider === config.providerId && pending.has(config.providerId),
    handler: createAuthMiddleware(async () => {
      requestContext().log.warn({ issuer }, 'The sign-in provider does not answer')
      throw createError('PROVIDER_UNAVAILABLE')
    }),
  }
  return [
    {
      ...plugin,
      init: async () => ({ context: { genericOAuthPendingDiscovery: pending } }),
      // After the plugin's own, which asks the provider once more.
      hooks: { before: [...plugin.hooks.before, refusal] },
    },
  ]
}

/**
 * Who may become a user, by code or provider. An address of ADMIN_EMAIL must be proven; with sign-up closed
 * nobody else may. The error ends up in the address of `/login/error`.
 */
function refuseNewUser(email: string, isProven: boolean): { error: string } | undefined {
  if (isAdminEmail(email) && !isProven) return { error: 'email_not_verified' }
  if (!env().isSignupOpen && !isAdminEmail(email)) return { error: 'signup_disabled' }
  return undefined
}

/** Before somebody becomes a user, or signs in by a provider. */
export const checkUserInfo: NonNullable<NonNullable<BetterAuthOptions['user']>['validateUserInfo']> = async ({
  user: { id, email = '', emailVerified = false },
  source: { action, oauth },
}) => {
  if (oauth) {
    const { sub, id: number } = oauth.profile ?? {}
    requestContext().way = { providerId: oauth.providerId, accountId: String(sub ?? number) }
  }
  if (action === 'create-user') return refuseNewUser(email, emailVerified)
  if (id !== undefined && emailVerified) await dropUnverifiedAccounts(id, email, requestContext().way)
  return undefined
}

/** Milliseconds that somebody who has come back from a provider waits for what it answers us. */
const PATIENCE_MS = 20_000

/** The answer to a way back, or that nothing was heard: better-auth itself would wait for minutes. */
export function withProviderTimeout(path: string, answer: Promise<Response>): Promise<Response> {
  if (!path.startsWith('/callback/')) return answer
  const location = `${env().baseUrl}/login/error?error=unable_to_get_user_info`
  const late = new Promise<Response>((resolve) => {
    AbortSignal.timeout(PATIENCE_MS).addEventListener('abort', () =>
      resolve(new Response(null, { status: 302, headers: { location } })),
    )
  })
  // What comes after all goes nowhere.
  answer.catch(() => undefined)
  return Promise.race([answer, late])
}

/** Writes down why a sign-in by a provider has failed: the visitor is not told what only the operator can mend. */
export function logProviderError(path: string, response: Response): void {
  const [, provider] = /^\/callback\/([\w-]+)$/.exec(path) ?? []
  const target = new URL(response.headers.get('location') ?? '/', env().baseUrl)
  if (provider === undefined || target.pathname !== '/login/error') return
  const error = target.searchParams.get('error')?.slice(0, 100)
  requestContext().log.warn({ provider, error }, 'A sign-in by a provider failed')
}
