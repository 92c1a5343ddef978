import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { parseUserOutput } from 'better-auth/db'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { withActor } from '#db/actor.server.ts'
import { user } from '#db/tables/user.ts'
import { env } from '#env/env.server.ts'
import { createError } from '#errors/create-error.server.ts'
import { now } from '#lib/clock.ts'
import { toApiError } from './api-error.server.ts'
import { consumeSignIn } from '#auth/limits/code-limits.server.ts'

// The two people of the demo, by the button that lets them in.
const PEOPLE = {
  manager: { email: 'admin@example.com', name: 'Amina Khamis', role: 'admin' },
  reader: { email: 'reader@example.com', name: 'Juma Mwangi', role: 'user' },
} as const

const demoPersonSchema = z.enum(['manager', 'reader'])

// What changes nothing but who is signed in.
const OPEN = new Set(['/api/auth/sign-in/demo', '/api/auth/sign-out', '/login/demo'])
const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Throws DEMO_MODE for a request that would change something while the demo is on. By its method, at the
 * door, so that nothing that is built later is forgotten: whatever changes anything is not a GET.
 */
export function refuseInDemo(method: string, pathname: string): void {
  if (env().isDemo && !READS.has(method) && !OPEN.has(pathname)) throw createError('DEMO_MODE')
}

/** Adds the demo's two people, or sets them right. */
export async function seedDemoPeople(): Promise<void> {
  for (const { email, name, role } of Object.values(PEOPLE)) {
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

const enter = createAuthEndpoint(
  '/sign-in/demo',
  { method: 'POST', body: z.object({ person: demoPersonSchema }) },
  async (context) => {
    try {
      await consumeSignIn()
    } catch (error) {
      throw toApiError(error)
    }
    const found = await context.context.internalAdapter.findUserByEmail(PEOPLE[context.body.person].email)
    if (!found) throw toApiError(createError('USER_NOT_FOUND'))
    const fresh = await context.context.internalAdapter.createSession(found.user.id)
    await setSessionCookie(context, { session: fresh, user: found.user })
    return context.json({ user: parseUserOutput(context.context.options, found.user) })
  },
)

/** Signing in as one of the demo's people, `POST /api/auth/sign-in/demo { person }`; only while the demo is on. */
export const demoPlugins = () => (env().isDemo ? [{ id: 'demo', endpoints: { enterDemo: enter } }] : [])
