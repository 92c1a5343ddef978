import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { parseUserOutput } from 'better-auth/db'
import { restoreSignInSchema } from './auth-body.schema.ts'
import { activeAdmins, notifyAdminsOfRestore } from '#base/auth/admin-notice.server.ts'
import { consumeLimits } from '#base/auth/limits/rate-limits.server.ts'
import { isPhrase } from '#base/auth/recovery/recovery-phrase.server.ts'
import { dropTicket, ownRestore } from '#base/auth/setup/restore-ticket.server.ts'
import { hideSetup } from '#base/auth/setup/show-setup.server.ts'
import { dropRestoreState, takeRestoreState } from '#base/db/backup/restore-state.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { recovery } from '#base/db/tables/recovery.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { requestContext } from '#base/lib/http/request-context.server.ts'

/** Recovery phrases that may be tried, by all together. */
const GUESSES = { max: 10, seconds: 3600 }

/** The recovery phrase of the library, as it is kept; null where none was set. */
export async function phraseHash(): Promise<string | null> {
  const [row] = await db.select({ phrase: recovery.phrase }).from(recovery)
  return row?.phrase ?? null
}

async function requirePhrase(typed: string): Promise<void> {
  const hash = await phraseHash()
  if (hash === null) return
  if (typed.trim() === '') throw createError('RECOVERY_PHRASE')
  const refund = await consumeLimits([{ key: 'restore:phrase', windows: [GUESSES] }])
  if (!(await isPhrase(typed, hash))) throw createError('RECOVERY_PHRASE')
  await refund()
}

const signInAfterRestore = createAuthEndpoint(
  '/sign-in/restore',
  { method: 'POST', body: restoreSignInSchema },
  async (context) => {
    const restore = ownRestore(context.headers?.get('cookie') ?? null)
    if (restore?.phase !== 'restored') throw createError('SETUP_CLOSED')
    const { userId, phrase = '' } = context.body
    const admin = (await activeAdmins()).find(({ id }) => id === userId)
    if (!admin) throw createError('USER_NOT_FOUND')
    await requirePhrase(phrase)
    // Once: of two requests at the same time one goes on.
    if (!(await takeRestoreState(restore))) throw createError('SETUP_CLOSED')
    const { internalAdapter } = context.context
    const person = await internalAdapter.findUserById(userId)
    if (!person) throw createError('USER_NOT_FOUND')
    await setSessionCookie(context, { session: await internalAdapter.createSession(userId), user: person })
    dropTicket()
    await dropRestoreState()
    await hideSetup(requestContext().log)
    notifyAdminsOfRestore(admin, restore.madeAt)
    return context.json({ user: parseUserOutput(context.context.options, person) })
  },
)

/**
 * The endpoint `POST /api/auth/sign-in/restore { userId, phrase? }`: the browser that has restored the library on `/setup` signs in
 * as one of its admins, once.
 */
export const restorePlugin = { id: 'restore', endpoints: { signInAfterRestore } }
