import { and, eq } from 'drizzle-orm'
import { callAuth } from '#auth/call-auth.server.ts'
import { sessionsOf } from './session-list.server.ts'
import { db } from '#db/client.server.ts'
import { session as sessions } from '#db/tables/user.ts'
import { AppError, notFound } from '#lib/app-error.ts'
import { now } from '#lib/clock.ts'
import { failing } from '#rpc/openapi-route.server.ts'
import { nothingSchema } from '#rpc/nothing.schema.ts'
import { wholeList } from '#lib/whole-list.ts'
import { procedure } from '#rpc/procedure.server.ts'
import { findUser, isAdmin, requireId } from '#features/user/user-row.server.ts'
import {
  sessionsEndedSchema,
  userIdSchema,
  userSessionIdSchema,
  userSessionsSchema,
} from '#features/user/user.schema.ts'

/** Where a user is signed in, the latest first; one's own session is marked. Never a token. */
export const listSessions = procedure('session:list')
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
  .handler(async ({ input, context: { session } }) =>
    wholeList(await sessionsOf((await findUser(input.id)).id, session)),
  )

/** Ends one session of a user; NOT_FOUND when it is not theirs, or over. */
export const revokeSession = procedure('session:revoke')
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
  .handler(async ({ input: { id, sessionId } }) => {
    const ended = await db
      .delete(sessions)
      .where(and(eq(sessions.id, requireId(sessionId)), eq(sessions.userId, requireId(id))))
      .returning({ id: sessions.id })
    if (ended.length === 0) throw notFound()
  })

/** Signs a user out everywhere; of oneself the session that asks ends too. Answers how many sessions that were. */
export const revokeSessions = procedure('session:revoke')
  .route({
    method: 'DELETE',
    path: '/users/{id}/sessions',
    operationId: 'revokeUserSessions',
    summary: 'Revoke all sessions of a user',
    description: 'Signs a user out everywhere; of oneself the session that asks ends too.',
    successDescription: 'How many sessions were ended.',
    tags: ['Sessions'],
  })
  .input(userIdSchema)
  .output(sessionsEndedSchema)
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
    operationId: 'impersonateUser',
    summary: 'Act as a user',
    description:
      'Looks through the eyes of a user for an hour: the cookies of the answer make this browser theirs. For a session only.',
    successDescription: 'This browser is that user’s now.',
    tags: ['Sessions'],
    successStatus: 204,
    spec: failing('YOU_CANNOT_IMPERSONATE_ADMINS', 'CANNOT_IMPERSONATE_BANNED'),
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
    operationId: 'stopImpersonating',
    summary: 'Stop acting as a user',
    description: 'Back to the own session. For a session only.',
    successDescription: 'This browser is one’s own again.',
    tags: ['Sessions'],
    successStatus: 204,
    spec: failing('NOT_IMPERSONATING'),
  })
  .input(nothingSchema)
  .handler(async ({ context }) => {
    if (!context.session.isImpersonated) throw new AppError({ code: 'NOT_IMPERSONATING', status: 409 })
    await callAuth('/admin/stop-impersonating', {}, context)
  })
