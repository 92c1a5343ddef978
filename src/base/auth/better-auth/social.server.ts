import type { BetterAuthOptions } from 'better-auth'
import { createAuthMiddleware } from 'better-auth/api'
import { genericOAuth } from 'better-auth/plugins'
import { env } from '#base/env/env.server.ts'
import { inForce } from '#base/env/in-force.server.ts'
import { recordSecurityEvent } from '#base/auth/security/security-log.server.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { requestContext } from '#base/lib/http/request-context.server.ts'
import { isAdminEmail } from './admin-emails.server.ts'
import { emailSchema } from '#base/auth/credentials.schema.ts'
import { dropUnverifiedAccounts, rememberProviderAccount } from './linking.server.ts'

interface Profile {
  email?: unknown
}

/**
 * The address in a provider's profile, if it is valid. ASCII only: better-auth looks users up by the lower-case form,
 * and that of the Kelvin sign is `k`, so one mailbox would open another's account.
 */
const readAddress = ({ email }: Profile): { email: string | undefined } => ({
  email: typeof email === 'string' && /^[\x20-\x7E]+$/.test(email) ? emailSchema.safeParse(email).data : undefined,
})

/** GitHub and Google, if they are configured. In demo mode only the two demo users can sign in. */
export function socialProviders() {
  const { social, isDemo } = env()
  if (isDemo) return {}
  return {
    ...(social.github && { github: { ...social.github, mapProfileToUser: readAddress } }),
    ...(social.google && { google: { ...social.google, mapProfileToUser: readAddress } }),
  }
}

/** The provider of `OIDC_ISSUER`, with the id `oidc`. */
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
    // Every provider must support HTTP Basic (RFC 6749, section 2.3.1), and some support nothing else.
    authentication: 'basic' as const,
    mapProfileToUser: (profile: Profile & { email_verified?: unknown }) => ({
      ...readAddress(profile),
      emailVerified: profile.email_verified === true || profile.email_verified === 'true',
    }),
  }
  const plugin = genericOAuth({ config: [config] })
  // By default the plugin fetches the discovery document while better-auth starts, so a provider that hangs would block
  // every sign-in. Marked as pending, it is fetched at the first sign-in, as after a failed start.
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
      // After the plugin's own hook, which tries the discovery once more.
      hooks: { before: [...plugin.hooks.before, refusal] },
    },
  ]
}

/**
 * The error of a sign-up that is not allowed, by code or provider: an address of ADMIN_EMAIL must be verified, and
 * while sign-up is closed no other address may sign up. The error becomes a parameter of `/login/error`.
 */
function refuseNewUser(email: string, isProven: boolean): { error: string } | undefined {
  if (isAdminEmail(email) && !isProven) return { error: 'email_not_verified' }
  if (!inForce().signup && !isAdminEmail(email)) return { error: 'signup_disabled' }
  return undefined
}

/** Runs before a sign-up, and before a sign-in by a provider. */
export const checkUserInfo: NonNullable<NonNullable<BetterAuthOptions['user']>['validateUserInfo']> = async ({
  user: { id, email = '', emailVerified = false },
  source: { action, oauth },
}) => {
  if (oauth) {
    const { sub, id: number } = oauth.profile ?? {}
    rememberProviderAccount({ providerId: oauth.providerId, accountId: String(sub ?? number) })
  }
  if (action === 'create-user') return refuseNewUser(email, emailVerified)
  if (id !== undefined && emailVerified) await dropUnverifiedAccounts(id, email)
  return undefined
}

/** Milliseconds to wait for a provider's response during a callback. */
const PROVIDER_TIMEOUT_MS = 20_000

/**
 * Answers a provider's callback: a redirect to `/login/error` after `PROVIDER_TIMEOUT_MS`, where better-auth would wait
 * for minutes. Logs why a sign-in failed, since only the operator can fix it and the page does not say.
 */
export async function answerCallback(path: string, send: () => Promise<Response>): Promise<Response> {
  const location = `${env().baseUrl}/login/error?error=unable_to_get_user_info`
  const timeout = new Promise<Response>((resolve) => {
    AbortSignal.timeout(PROVIDER_TIMEOUT_MS).addEventListener('abort', () =>
      resolve(new Response(null, { status: 302, headers: { location } })),
    )
  })
  const answer = send()
  // A response that arrives after the timeout is discarded.
  answer.catch(() => undefined)
  const response = await Promise.race([answer, timeout])
  const target = new URL(response.headers.get('location') ?? '/', env().baseUrl)
  const [, , provider] = path.split('/')
  const error = target.searchParams.get('error')?.slice(0, 100)
  if (target.pathname === '/login/error') {
    requestContext().log.warn({ provider, error }, 'A sign-in by a provider failed')
    // A stranger may call this address with any words.
    const how = ['github', 'google', 'oidc'].find((id) => id === provider) ?? 'other'
    recordSecurityEvent('sign_in_failed', { details: { how, reason: error === 'banned' ? 'banned' : 'provider' } })
  }
  return response
}
