import { consumeLimits } from '#auth/limits/rate-limits.server.ts'
import type { CurrentSession } from '#auth/session/session.server.ts'
import { documentProblems } from '#openapi/document-problems.server.ts'
import { withEntityTag } from '#rpc/precondition.server.ts'
import { requireAccess, procedure } from '#rpc/procedure.server.ts'
import { eq } from 'drizzle-orm'
import { withActor } from '#db/actor.server.ts'
import { db } from '#db/client.server.ts'
import { user } from '#db/tables/user.ts'
import { getLocale } from '#i18n/locale.ts'
import { createError } from '#errors/create-error.server.ts'
import { now } from '#lib/clock.ts'
import { invitationMail } from '#mail/invitation.server.ts'
import { toUser, findUser, notifiableColumns } from './user-row.server.ts'
import { notifyUser } from './user-notify.server.ts'
import { invitationSchema, notifiedUserSchema, userCreateSchema } from './user.schema.ts'

/** Invitations that one address may be sent in an hour, whoever sends them. */
const PER_ADDRESS = { max: 5, seconds: 3600 }

/** Invitations that one person may send in an hour: a school adds its classes, a stolen session mails no town. */
const PER_INVITER = { max: 200, seconds: 3600 }

/** Counts an invitation, for who is accountable for it and for who is to get it. Throws TOO_MANY_REQUESTS. */
const countInvitation = ({ actor }: CurrentSession, email: string) =>
  consumeLimits([
    { key: `invitation:inviter:${actor.userId}`, windows: [PER_INVITER] },
    { key: `invitation:address:${email}`, windows: [PER_ADDRESS] },
  ])

const invite = ({ user: { name, email } }: CurrentSession, to: string, language: string): Promise<boolean> =>
  notifyUser({ language }, () => invitationMail(to, { name, email }))

/** Notes that an invitation was mailed; the version of the user stays, so that no edit runs into a conflict by it. */
async function noteInvitation(id: string): Promise<Date> {
  const invitedAt = now()
  await db.update(user).set({ invitedAt }).where(eq(user.id, id))
  return invitedAt
}

/**
 * Adds a user and mails an invitation. The first sign-in proves the address; one with a name is onboarded by it, one
 * without is asked for it then. `isTold` is false when the mail could not be sent: the user is there all
 * the same. EMAIL_TAKEN at `email`; TOO_MANY_REQUESTS.
 */
export const create = procedure('user:create')
  .route({
    method: 'POST',
    path: '/users',
    operationId: 'createUser',
    summary: 'Add and invite a user',
    description:
      'Adds a user and mails an invitation. The user is there also where the mail could not be sent: `isTold` says so. A role other than `user` needs `user:set-role` too.',
    successDescription: 'The user who was added.',
    tags: ['Users'],
    successStatus: 201,
    spec: documentProblems('EMAIL_TAKEN'),
  })
  .input(userCreateSchema)
  .output(notifiedUserSchema)
  .handler(async ({ input: { language = getLocale(), ...values }, context }) => {
    const { session, resHeaders } = context
    if (values.role !== 'user') requireAccess(session, 'user:set-role')
    const refund = await countInvitation(session, values.email)
    try {
      const [added] = await withActor(session.actor, (tx) =>
        tx
          .insert(user)
          .values({ ...values, language })
          .returning(notifiableColumns),
      )
      if (!added) throw createError('FAILED_TO_CREATE_USER')
      const isTold = await invite(session, added.email, language)
      const invitedAt = isTold ? await noteInvitation(added.id) : null
      if (!isTold) await refund()
      resHeaders?.set('location', `/api/v1/users/${added.id}`)
      return { ...withEntityTag(context, toUser(added)), invitedAt, isTold }
    } catch (error) {
      await refund()
      throw error
    }
  })

/**
 * Sends the invitation again, to somebody who has never signed in. EMAIL_ALREADY_VERIFIED for anybody else,
 * TOO_MANY_REQUESTS, MAIL_NOT_SENT.
 */
export const inviteAgain = procedure('user:create')
  .route({
    method: 'POST',
    path: '/users/{id}/invitation',
    operationId: 'sendInvitation',
    summary: 'Invite a user again',
    description: 'Mails the invitation again, to somebody who has never signed in.',
    successDescription: 'The invitation was sent.',
    tags: ['Users'],
    successStatus: 204,
    spec: documentProblems('EMAIL_ALREADY_VERIFIED', 'MAIL_NOT_SENT'),
  })
  .input(invitationSchema)
  .handler(async ({ input: { id, language }, context: { session } }) => {
    const found = await findUser(id)
    if (found.emailVerified) throw createError('EMAIL_ALREADY_VERIFIED')
    const refund = await countInvitation(session, found.email)
    if (await invite(session, found.email, language ?? found.language ?? getLocale())) {
      await noteInvitation(found.id)
      return
    }
    await refund()
    throw createError('MAIL_NOT_SENT')
  })
