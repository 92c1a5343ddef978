import { and, eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import { recordSecurityEvent } from '#base/auth/security/security-log.server.ts'
import { refuseImpersonation } from '#base/auth/session/reauthentication.server.ts'
import type { CurrentSession } from '#base/auth/session/session.server.ts'
import { endWaysIn } from '#base/auth/ways-in/end-ways-in.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { session, user } from '#base/db/tables/user.ts'
import { userIdSchema } from '#base/auth/user-id.schema.ts'
import { requireId, requireRow } from '#base/rpc/not-found.server.ts'
import { unpagedList } from '#base/lib/list/unpaged-list.ts'
import { procedure } from '#base/rpc/procedure.server.ts'
import { sessionsOf } from './session-list.server.ts'
import {
  listedSessionSchema,
  sessionIdSchema,
  sessionsEndedSchema,
  userSessionIdSchema,
  userSessionsSchema,
} from './session.schema.ts'

/** The user's own sessions: the current one first, then the latest. */
const listOwn = procedure('own', { takenBack: 'nothing' })
  .output(z.array(listedSessionSchema))
  .handler(({ context }) => sessionsOf(context.session.user.id, context.session))

/** Ends one of the user's own sessions; NOT_FOUND for any other, IMPERSONATING while impersonated. */
const revokeOwn = procedure('own', { takenBack: 'again' })
  .input(sessionIdSchema)
  .handler(async ({ input, context }) => {
    refuseImpersonation(context.session)
    await endSession(input.id, context.session.user.id, context.session)
  })

/** The sessions of a user, latest first, without their tokens; the caller's current session is marked. */
const list = procedure('session:list')
  .route({
    method: 'GET',
    path: '/users/{id}/sessions',
    operationId: 'listUserSessions',
    summary: 'List the sessions of a user',
    description: 'Where a user is signed in, the latest first.',
    successDescription: 'The sessions of the user.',
    tags: ['Sessions'],
  })
  .input(userIdSchema)
  .output(userSessionsSchema)
  .handler(async ({ input, context }) => unpagedList(await sessionsOf(await requireUser(input.id), context.session)))

/** Ends one session of a user; NOT_FOUND when the user has no such session. */
const revoke = procedure('session:revoke', { takenBack: 'again' })
  .route({
    method: 'DELETE',
    path: '/users/{id}/sessions/{sessionId}',
    operationId: 'revokeUserSession',
    summary: 'Revoke a session of a user',
    description: 'Ends one session: its browser is signed out at once.',
    successDescription: 'The session is over.',
    tags: ['Sessions'],
    successStatus: 204,
  })
  .input(userSessionIdSchema)
  .handler(async ({ input: { id, sessionId }, context }) => {
    await endSession(requireId(sessionId), requireId(id), context.session)
  })

/** Ends all sessions of a user, the caller's current one included, and an unused sign-in card; returns the number of sessions. */
const revokeAll = procedure('session:revoke', { takenBack: 'again' })
  .route({
    method: 'DELETE',
    path: '/users/{id}/sessions',
    operationId: 'revokeUserSessions',
    summary: 'Revoke all sessions of a user',
    description:
      'Signs a user out everywhere, and revokes a sign-in card that was not used; of oneself the session that asks ends too.',
    successDescription: 'How many sessions were ended.',
    tags: ['Sessions'],
  })
  .input(userIdSchema)
  .output(sessionsEndedSchema)
  .handler(async ({ input, context }) => {
    const userId = await requireUser(input.id)
    const { sessions = 0, cards } = await db.transaction((tx) => endWaysIn(tx, 'sessions', userId))
    const details = { which: 'all', count: sessions }
    if (sessions > 0 || cards)
      recordSecurityEvent('sessions_ended', { userId, actorId: context.session.actor.userId, details })
    return { ended: sessions }
  })

async function endSession(id: string, userId: string, { actor }: CurrentSession): Promise<void> {
  const isTheirs = and(eq(session.id, id), eq(session.userId, userId))
  requireRow(await db.delete(session).where(isTheirs).returning({ id: session.id }))
  recordSecurityEvent('session_ended', { userId, actorId: actor.userId })
}

/** Throws NOT_FOUND unless the user exists. */
const requireUser = async (id: string): Promise<string> =>
  requireRow(
    await db
      .select({ id: user.id })
      .from(user)
      .where(eq(user.id, requireId(id))),
  ).id

export const sessionRouter = { listOwn, revokeOwn, list, revoke, revokeAll }
