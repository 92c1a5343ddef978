import { createHmac, timingSafeEqual } from 'node:crypto'
import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { parseUserOutput } from 'better-auth/db'
import { eq, like, sql } from 'drizzle-orm'
import { setupSignInSchema } from './auth-body.schema.ts'
import { consumeSignIn } from '#base/auth/limits/code-limits.server.ts'
import { can } from '#base/auth/permissions.ts'
import { asksForCode, requireSetupCode } from '#base/auth/setup/setup-code.server.ts'
import { hideSetup } from '#base/auth/setup/show-setup.server.ts'
import { endWaysIn } from '#base/auth/ways-in/end-ways-in.server.ts'
import { authSecret } from '#base/env/secret.server.ts'
import { setActor, withActor, type Transaction } from '#base/db/actor.server.ts'
import { db, readGeneration, type Queryable } from '#base/db/connection/client.server.ts'
import { librarySetting } from '#base/db/tables/library-setting.ts'
import { user } from '#base/db/tables/user.ts'
import { env } from '#base/env/env.server.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { now } from '#base/lib/clock.ts'
import { newId } from '#base/lib/id.ts'
import { lazy } from '#base/lib/lazy.ts'
import { requestContext } from '#base/lib/http/request-context.server.ts'

/** The database that is known to have a manager. The last manager cannot be removed, so the answer is kept. */
let managed: object | undefined

/** Whether the library has a manager; a banned one counts too. */
export async function hasManager(from: Queryable = db): Promise<boolean> {
  if (managed === readGeneration()) return true
  const generation = readGeneration()
  const rows = await from.select({ role: user.role }).from(user).where(like(user.role, '%admin%'))
  if (!rows.some(({ role }) => can(role, 'user:set-role'))) return false
  managed = generation
  return true
}

/** Whether the set-up is open to the current request: the library has no manager, and the request comes from the server's own machine. */
export const isSetupOpen = async (): Promise<boolean> =>
  requestContext().isFromThisMachine && !env().isDemo && !(await hasManager())

/** The token that the set-up page contains and its form sends back, so that no other page can send that form. */
export const setupProof = lazy((): string => createHmac('sha256', authSecret()).update('setup').digest('base64url'))

/** Whether this was sent by the page of the set-up. */
export function isProof(sent: string): boolean {
  const [given, expected] = [Buffer.from(sent), Buffer.from(setupProof())]
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/**
 * Makes the first manager; of two requests at once one does. An existing user with this address becomes it and keeps their
 * data, but loses every way to sign in: that account may belong to another person.
 */
async function createFirstManager(tx: Transaction, { name, email }: { name: string; email: string }): Promise<string> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('first manager'))`)
  if (await hasManager(tx)) throw createError('SETUP_CLOSED')
  const [known] = await tx.select({ id: user.id }).from(user).where(eq(user.email, email))
  const id = known?.id ?? newId()
  // The activity names the new manager as who did it: no other user exists yet.
  await setActor(tx, { userId: id })
  const fields = { name, role: 'admin', emailVerified: false, banned: false, onboardedAt: now() }
  const [made] = await tx
    .insert(user)
    .values({ ...fields, id, email })
    .onConflictDoUpdate({ target: user.email, set: fields })
    .returning({ id: user.id })
  if (!made) throw new Error('The first manager was not written')
  await endWaysIn(tx, 'address', made.id)
  // The default of ADMIN_EMAIL is public, so it stops making managers from here on (`inForce`).
  const isSetUp = true
  await tx
    .insert(librarySetting)
    .values({ isSetUp })
    .onConflictDoUpdate({ target: librarySetting.id, set: { isSetUp } })
  return made.id
}

const signInToSetUp = createAuthEndpoint(
  '/sign-in/setup',
  { method: 'POST', body: setupSignInSchema },
  async (context) => {
    // Only failures are counted: behind a proxy all clients share one address, and a stranger must not use up the owner's limit.
    if (!(await isSetupOpen()) || !isProof(context.body.proof)) {
      await consumeSignIn()
      throw createError('SETUP_CLOSED')
    }
    if (asksForCode()) await requireSetupCode(context.body.code ?? '')
    const id = await withActor('none', (tx) => createFirstManager(tx, context.body))
    await hideSetup(requestContext().log)
    const { internalAdapter } = context.context
    const person = await internalAdapter.findUserById(id)
    if (!person) throw createError('USER_NOT_FOUND')
    await setSessionCookie(context, { session: await internalAdapter.createSession(id), user: person })
    return context.json({ user: parseUserOutput(context.context.options, person) })
  },
)

/** The endpoint `POST /api/auth/sign-in/setup { proof, name, email, code? }`, which makes the first manager and signs in. */
export const setupPlugin = { id: 'setup', endpoints: { signInToSetUp } }
