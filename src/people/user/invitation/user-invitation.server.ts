import { hasBecomeAdmin, notifyAdmins } from '#base/auth/admin-notice.server.ts'
import { consumeLimits } from '#base/auth/limits/rate-limits.server.ts'
import { isBanned } from '#base/auth/session/ban.schema.ts'
import type { CurrentSession } from '#base/auth/session/session.server.ts'
import { documentProblems } from '#base/openapi/document-problems.server.ts'
import { withEntityTag } from '#base/rpc/precondition.server.ts'
import { requireAccess, procedure } from '#base/rpc/procedure.server.ts'
import { eq } from 'drizzle-orm'
import { withActor } from '#base/db/actor.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { librarySettings } from '#base/db/library-settings.server.ts'
import { user } from '#base/db/tables/user.ts'
import { siteUrl } from '#base/env/site.server.ts'
import { isLoopback } from '#base/env/addresses.server.ts'
import { getLocale, isLocale } from '#base/i18n/locale.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { createError } from '#base/errors/create-error.server.ts'
import { now } from '#base/lib/clock.ts'
import { newId } from '#base/lib/id.ts'
import { placeholderOf } from '#base/lib/no-address.ts'
import { invitationMail } from '#base/mail/invitation.server.ts'
import { refuseDeskRole } from '../refuse-desk-role.server.ts'
import { requireCards, requireName } from '../require-cards.server.ts'
import { toUser, findUser, notifiableColumns } from '../user-row.server.ts'
import { mailUser, notifyUser } from '../user-notify.server.ts'
import { invitationSchema, invitationTextSchema, notifiedUserSchema, userCreateSchema } from '../user.schema.ts'
import { userIdSchema } from '#base/auth/user-id.schema.ts'

/** Invitations per hour to one address, from all managers. */
const PER_ADDRESS = { max: 5, seconds: 3600 }

/** Invitations per hour from one manager: enough for a school's classes, too few for spam by a stolen session. */
const PER_INVITER = { max: 200, seconds: 3600 }

/** Counts an invitation for its sender and its recipient, if that one has an address. Throws TOO_MANY_REQUESTS. */
const countInvitation = ({ actor }: CurrentSession, email: string | null) =>
  consumeLimits(
    email === null
      ? []
      : [
          { key: `invitation:inviter:${actor.userId}`, windows: [PER_INVITER] },
          { key: `invitation:address:${email}`, windows: [PER_ADDRESS] },
        ],
  )

const invitationFrom =
  ({ user: { name, email } }: CurrentSession) =>
  (to: string) =>
    invitationMail(to, { name, email })

/** Stores when the invitation was mailed; keeps the version, so that open edits get no conflict. */
async function noteInvitation(id: string): Promise<Date> {
  const invitedAt = now()
  await db.update(user).set({ invitedAt }).where(eq(user.id, id))
  return invitedAt
}

/**
 * Adds a user and mails an invitation, to who has an address. The first sign-in verifies the address and onboards a user with a name. `isTold`
 * is false if the mail could not be sent; the user is added nevertheless. EMAIL_TAKEN at `email`; TOO_MANY_REQUESTS.
 */
export const create = procedure('user:create', { takenBack: 'undo' })
  .route({
    method: 'POST',
    path: '/users',
    operationId: 'createUser',
    summary: 'Add and invite a user',
    description:
      'Adds a user and mails an invitation; to somebody without an address nothing is mailed. The user is there also where the mail could not be sent: `isTold` says so. A role other than `user` needs `user:set-role` too, which no API key has.',
    successDescription: 'The user who was added.',
    tags: ['Users'],
    successStatus: 201,
    spec: documentProblems('EMAIL_TAKEN', 'SESSION_EXPIRED'),
  })
  .input(userCreateSchema)
  .output(notifiedUserSchema)
  .handler(async ({ input: { language = getLocale(), ...values }, context }) => {
    const { session, resHeaders } = context
    if (values.role !== 'user') requireAccess(session, 'user:set-role')
    await refuseDeskRole(values.role)
    const { email } = values
    if (email === null) {
      await requireCards()
      requireName(values.name)
    }
    const refund = await countInvitation(session, email)
    try {
      const id = newId()
      const [added] = await withActor(session.actor, (tx) =>
        tx
          .insert(user)
          .values({ ...values, id, email: email ?? placeholderOf(id), language })
          .returning(notifiableColumns),
      )
      if (!added) throw createError('FAILED_TO_CREATE_USER')
      if (hasBecomeAdmin(undefined, added)) notifyAdmins(added, session.user)
      const isTold = await notifyUser(added, invitationFrom(session))
      // The user is there: an answer that fails now would make a repeated request fail at the taken address.
      const invitedAt = isTold ? await noteInvitation(added.id).catch(() => null) : null
      if (isTold === false) await refund()
      resHeaders?.set('location', `/api/v1/users/${added.id}`)
      return { ...withEntityTag(context, toUser(added)), invitedAt, isTold }
    } catch (error) {
      await refund()
      throw error
    }
  })

/**
 * Sends the invitation again to a user who has never signed in. EMAIL_ALREADY_VERIFIED for any other,
 * CANNOT_INVITE_BANNED, TOO_MANY_REQUESTS, MAIL_NOT_SENT.
 */
export const inviteAgain = procedure('user:create', { takenBack: 'nothing' })
  .route({
    method: 'POST',
    path: '/users/{id}/invitation',
    operationId: 'sendInvitation',
    summary: 'Invite a user again',
    description: 'Mails the invitation again, to somebody who has never signed in.',
    successDescription: 'The invitation was sent.',
    tags: ['Users'],
    successStatus: 204,
    spec: documentProblems('EMAIL_ALREADY_VERIFIED', 'CANNOT_INVITE_BANNED', 'NO_ADDRESS', 'MAIL_NOT_SENT'),
  })
  .input(invitationSchema)
  .handler(async ({ input: { id, language }, context: { session } }) => {
    const found = await findInvitable(id)
    await sendInvitationTo({ ...found, language: language ?? found.language }, session)
  })

/**
 * Mails an invitation to a user who may get one, and notes when. TOO_MANY_REQUESTS, MAIL_NOT_SENT.
 *
 * @public for the floors above
 */
export async function sendInvitationTo(
  { id, email, language }: { id: string; email: string; language: string | null },
  session: CurrentSession,
): Promise<void> {
  const refund = await countInvitation(session, email)
  try {
    await mailUser(language ?? getLocale(), () => invitationFrom(session)(email))
  } catch (error) {
    await refund()
    throw error
  }
  await noteInvitation(id)
}

/**
 * The invitation in the user's language as a text to be passed on by hand, where no mail is sent. EMAIL_ALREADY_VERIFIED,
 * CANNOT_INVITE_BANNED, NOT_FOUND.
 */
export const invitationText = procedure('user:create', { takenBack: 'nothing' })
  .input(userIdSchema)
  .output(invitationTextSchema)
  .handler(async ({ input: { id }, context: { session } }) => {
    const { email, language } = await findInvitable(id)
    const { name, email: from } = session.user
    const options = language !== null && isLocale(language) ? { locale: language } : {}
    const site = siteUrl()
    return {
      text: [
        m.mail_invitation_subject({ name }, options),
        m.mail_invitation_text({ name, email: from ?? m.user_no_address({}, options) }, options),
        (await librarySettings()).signInCards
          ? m.invitation_how_card({ name, url: `${site}/login`, button: m.card_link({}, options) }, options)
          : m.invitation_how_outbox({ name, email, url: `${site}/login` }, options),
      ].join('\n\n'),
      isLocal: isLoopback(new URL(site).hostname),
    }
  })

/** A user with an address who has never signed in, and may. EMAIL_ALREADY_VERIFIED, CANNOT_INVITE_BANNED, NO_ADDRESS, NOT_FOUND. */
async function findInvitable(id: string) {
  const found = await findUser(id)
  const { email } = found
  if (email === null) throw createError('NO_ADDRESS')
  if (found.emailVerified) throw createError('EMAIL_ALREADY_VERIFIED')
  if (isBanned(found)) throw createError('CANNOT_INVITE_BANNED')
  return { ...found, email }
}
