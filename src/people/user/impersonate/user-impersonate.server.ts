import { callAuth } from '#base/auth/better-auth/call-auth.server.ts'
import { isBanned } from '#base/auth/session/ban.schema.ts'
import { giveImpersonationReason } from '#base/auth/session/impersonation-reason.server.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { noContentSchema } from '#base/rpc/no-content.schema.ts'
import { documentProblems } from '#base/openapi/document-problems.server.ts'
import { procedure } from '#base/rpc/procedure.server.ts'
import { findUser, isAdmin } from '../user-row.server.ts'
import { impersonationSchema } from './user-impersonate.schema.ts'

/**
 * Impersonates a user for an hour: the cookies of the response replace this browser's session.
 * YOU_CANNOT_IMPERSONATE_ADMINS, CANNOT_IMPERSONATE_BANNED.
 */
export const impersonate = procedure('user:impersonate', { takenBack: 'again' })
  .route({
    method: 'POST',
    path: '/users/{id}/impersonation',
    operationId: 'impersonateUser',
    summary: 'Act as a user',
    description:
      'Impersonates a user for an hour: the cookies of the response replace the session of this browser. The user reads the reason. For a session only.',
    successDescription: 'This browser is that user’s now.',
    tags: ['Sessions'],
    successStatus: 204,
    spec: documentProblems('SESSION_EXPIRED', 'YOU_CANNOT_IMPERSONATE_ADMINS', 'CANNOT_IMPERSONATE_BANNED'),
  })
  .input(impersonationSchema)
  .handler(async ({ input, context }) => {
    const person = await findUser(input.id)
    if (isAdmin(person.role)) throw createError('YOU_CANNOT_IMPERSONATE_ADMINS')
    if (isBanned(person)) throw createError('CANNOT_IMPERSONATE_BANNED')
    giveImpersonationReason(input.reason)
    await callAuth('/admin/impersonate-user', { userId: person.id }, context)
  })

/** Ends an impersonation. NOT_IMPERSONATING; UNAUTHORIZED, and signed out, if the manager's own session is gone. */
export const endImpersonation = procedure('onboarding', { takenBack: 'again' })
  .route({
    method: 'DELETE',
    path: '/impersonation',
    operationId: 'stopImpersonating',
    summary: 'Stop acting as a user',
    description: 'Back to the own session. For a session only.',
    successDescription: 'This browser is one’s own again.',
    tags: ['Sessions'],
    successStatus: 204,
    spec: documentProblems('NOT_IMPERSONATING'),
  })
  .input(noContentSchema)
  .handler(async ({ context }) => {
    if (!context.session.isImpersonated) throw createError('NOT_IMPERSONATING')
    await callAuth('/admin/stop-impersonating', {}, context)
  })
