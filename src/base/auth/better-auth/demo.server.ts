import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { parseUserOutput } from 'better-auth/db'
import { sql } from 'drizzle-orm'
import { demoSignInSchema } from './auth-body.schema.ts'
import { withActor } from '#base/db/actor.server.ts'
import { user } from '#base/db/tables/user.ts'
import { env } from '#base/env/env.server.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { now } from '#base/lib/clock.ts'
import { consumeSignIn } from '#base/auth/limits/code-limits.server.ts'

// The two demo users, by the button that signs in as them.
const DEMO_USERS = {
  manager: { email: 'admin@example.com', name: 'Amina Khamis', role: 'admin' },
  reader: { email: 'reader@example.com', name: 'Juma Mwangi', role: 'user' },
} as const

// Requests that only change who is signed in, or this browser's language.
const OPEN = new Set(['/api/auth/sign-in/demo', '/api/auth/sign-out', '/login/demo', '/sign-out', '/preferences'])
const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Throws DEMO_MODE for a request that could change data in demo mode. Decides by the HTTP method, before routing, so
 * that endpoints added later are covered too.
 */
export function refuseInDemo(method: string, pathname: string): void {
  if (env().isDemo && !READS.has(method) && !OPEN.has(pathname)) throw createError('DEMO_MODE')
}

/** Creates the two demo users, or restores their fields. */
export async function seedDemoPeople(): Promise<void> {
  for (const { email, name, role } of Object.values(DEMO_USERS)) {
    const fields = { name, role, emailVerified: true, banned: false }
    await withActor('none', (tx) =>
      tx
        .insert(user)
        .values({ ...fields, email, onboardedAt: now() })
        .onConflictDoUpdate({
          target: user.email,
          set: { ...fields, onboardedAt: sql`coalesce(${user.onboardedAt}, excluded.onboarded_at)` },
        }),
    )
  }
}

const signInToDemo = createAuthEndpoint(
  '/sign-in/demo',
  { method: 'POST', body: demoSignInSchema },
  async (context) => {
    await consumeSignIn()
    const record = await context.context.internalAdapter.findUserByEmail(DEMO_USERS[context.body.person].email)
    if (!record) throw createError('USER_NOT_FOUND')
    const session = await context.context.internalAdapter.createSession(record.user.id)
    await setSessionCookie(context, { session, user: record.user })
    return context.json({ user: parseUserOutput(context.context.options, record.user) })
  },
)

/** The endpoint `POST /api/auth/sign-in/demo { person }`, which signs in as a demo user; only in demo mode. */
export const demoPlugins = () => (env().isDemo ? [{ id: 'demo', endpoints: { enterDemo: signInToDemo } }] : [])
