import { and, eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import { callAuth } from '#auth/call-auth.server.ts'
import { sessionsOf } from '#auth/session-list.server.ts'
import { db } from '#db/client.server.ts'
import { session as sessions } from '#db/tables/user.ts'
import { AppError, notFound } from '#lib/app-error.ts'
import { now } from '#lib/clock.ts'
import { procedure } from '#rpc/procedure.server.ts'
import { findUser, isAdmin, requireId } from './user-row.server.ts'
import { userIdSchema, userSessionIdSchema, userSessionsSchema } from './user.schema.ts'

/** Where a user is signed in, the latest first; one's own session is marked. Never a token. */
export const listSessions = procedure('session:list')
  .route({ method: 'GET', path: '/users/{id}/sessions', summary: 'List the sessions of a user', tags: ['Users'] })
  .input(userIdSchema)
  .output(userSessionsSchema)
  .handler(async ({ input, context: { session } }) => sessionsOf((await findUser(input.id)).id, session))

/** Ends one session of a user; NOT_FOUND when it is not theirs, or over. */
export const revokeSession = procedure('session:revoke')
  .route({
    method: 'DELETE',
    path: '/users/{id}/sessions/{sessionId}',
    summary: 'Revoke a session of a user',
    tags: ['Users'],
    successStatus: 204,
  })
  .input(userSessionIdSchema)
  .handler(async ({ input: { id, sessionId } }) => {
    const ended = await db
      .delete(sessions)
      .where(and(eq(sessions.id, requireId(sessionId)), eq(sessions.userId, requireId(id))))
      .returning({ id: sessions.id })
    if (ended.length === 0) throw notFound()
  })

/** Signs a user out everywhere; of oneself the session that asks ends too. Answers how many sessions that were. */
export const revokeSessions = procedure('session:revoke')
  .route({ method: 'DELETE', path: '/users/{id}/sessions', summary: 'Revoke all sessions of a user', tags: ['Users'] })
  .input(userIdSchema)
  .output(z.object({ ended: z.number() }))
  .handler(async ({ input }) => {
    const { id } = await findUser(input.id)
    const ended = await db.delete(sessions).where(eq(sessions.userId, id)).returning({ id: sessions.id })
    return { ended: ended.length }
  })

/**
 * Looks through a user's eyes for an hour; the answer's cookies make this browser that person's.
 * YOU_CANNOT_IMPERSONATE_ADMINS, CANNOT_IMPERSONATE_BANNED.
 */
export const impersonate = procedure('user:impersonate')
  .route({
    method: 'POST',
    path: '/users/{id}/impersonation',
    summary: 'Act as a user',
    tags: ['Users'],
    successStatus: 204,
  })
  .input(userIdSchema)
  .handler(async ({ input, context }) => {
    const { id, role, banned, banExpires } = await findUser(input.id)
    if (isAdmin(role)) throw new AppError({ code: 'YOU_CANNOT_IMPERSONATE_ADMINS', status: 403 })
    if (banned && (banExpires === null || banExpires > now()))
      throw new AppError({ code: 'CANNOT_IMPERSONATE_BANNED', status: 403 })
    await callAuth('/admin/impersonate-user', { userId: id }, context)
  })

/** Back to the manager's own session. NOT_IMPERSONATING; UNAUTHORIZED when the way back is lost: then both are signed out. */
export const stopImpersonating = procedure('onboarding')
  .route({
    method: 'DELETE',
    path: '/impersonation',
    summary: 'Stop acting as a user',
    tags: ['Users'],
    successStatus: 204,
  })
  .handler(async ({ context }) => {
    if (!context.session.isImpersonated) throw new AppError({ code: 'NOT_IMPERSONATING', status: 409 })
    await callAuth('/admin/stop-impersonating', {}, context)
  })
