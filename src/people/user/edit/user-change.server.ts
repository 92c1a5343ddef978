import * as z from 'zod/mini'
import type { CurrentSession } from '#base/auth/session/session.server.ts'
import { hasBecomeAdmin, notifyAdmins, notifyAdminsOfLoss } from '#base/auth/admin-notice.server.ts'
import { grantsMore } from '#base/auth/permissions.ts'
import { endWaysIn } from '#base/auth/ways-in/end-ways-in.server.ts'
import { withActor, type Transaction } from '#base/db/actor.server.ts'
import { lastChanges } from '#base/db/last-changes.server.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { addressChangedMail } from '#base/mail/notices.server.ts'
import { losses, roleChangedMail } from '#base/mail/user-notices.server.ts'
import { placeholderOf } from '#base/lib/no-address.ts'
import { documentProblems } from '#base/openapi/document-problems.server.ts'
import { OUTDATED } from '#base/openapi/rest-routes.server.ts'
import { requireVersion, withEntityTag } from '#base/rpc/precondition.server.ts'
import { hasAccess, procedure, requireAccess } from '#base/rpc/procedure.server.ts'
import { toUser, isAdmin, lockUser, refuseOneself, setUser, type NotifiableUser } from '../user-row.server.ts'
import { refuseDeskRole } from '../refuse-desk-role.server.ts'
import { requireCards, requireName } from '../require-cards.server.ts'
import { notifyUser } from '../user-notify.server.ts'
import { notifiedUserSchema, userInputSchema, userUpdateSchema } from '../user.schema.ts'

const FIELDS = z.keyof(userInputSchema).options

type Change = Omit<z.output<typeof userUpdateSchema>, 'id' | 'version' | 'updatedAt'>

/**
 * Changes name, address or roles. A new address is unverified and ends every way in, and the old address is notified; a
 * role that grants more ends what came by a sign-in card. CONFLICT or PRECONDITION_FAILED, with `theirs` and, with permission, `changes`, if the
 * user was changed since; PRECONDITION_REQUIRED without a version; EMAIL_TAKEN; LAST_ADMIN; YOU_CANNOT_DEMOTE_YOURSELF.
 */
export const update = procedure('user:update', { takenBack: 'undo', isVersioned: true })
  .route({
    method: 'PATCH',
    path: '/users/{id}',
    operationId: 'updateUser',
    summary: 'Change a user',
    description:
      'Changes name, address or roles, if the user is still as read: name the `version`, or the `ETag` in `If-Match`. A new address ends all sessions and must be proven; it needs `user:set-email` too, other roles `user:set-role`, which no API key has.',
    successDescription: 'The user as they are now.',
    tags: ['Users'],
    spec: documentProblems(
      'SESSION_EXPIRED',
      ...OUTDATED,
      'EMAIL_TAKEN',
      'LAST_ADMIN',
      'YOU_CANNOT_DEMOTE_YOURSELF',
      'YOU_CANNOT_CHANGE_YOUR_EMAIL_HERE',
    ),
  })
  .input(userUpdateSchema)
  .output(notifiedUserSchema)
  .handler(async ({ input: { id, version: given, updatedAt, ...change }, context }) => {
    const { session } = context
    const [before, after] = await withActor(session.actor, async (tx) => {
      const found = await lockUser(tx, id)
      await requireVersion(context, given ?? versionAt(found, updatedAt), toUser(found), {
        isNeeded: true,
        changes: async () =>
          hasAccess(session, 'user:get') ? lastChanges(tx, { kind: 'user', id: found.id }, FIELDS) : undefined,
      })
      return [found, await changeUser(tx, session, found, change)] as const
    })
    return { ...withEntityTag(context, toUser(after)), isTold: await notifyOfChange(before, after, session) }
  })

/** Changes a locked user as `update` does, with the same errors. */
export async function changeUser(
  tx: Transaction,
  session: CurrentSession,
  found: NotifiableUser,
  change: Change,
): Promise<NotifiableUser> {
  requireChange(session, found, change)
  if (change.role !== undefined) await refuseDeskRole(change.role, found.role)
  return save(tx, found, change)
}

/** Mails about a new address or role, also to all admins of one more or less; null without one, else whether they were sent. */
export async function notifyOfChange(before: NotifiableUser, after: NotifiableUser, session: CurrentSession) {
  if (hasBecomeAdmin(before, after)) notifyAdmins(after, session.user)
  if (hasBecomeAdmin(after, before)) notifyAdminsOfLoss(session.user, losses.demotedAdmin(after))
  const told = [
    after.email === before.email
      ? null
      : await notifyUser({ ...after, email: before.email }, (email) => addressChangedMail(email, after.email)),
    after.role === before.role ? null : await notifyUser(after, (email) => roleChangedMail(email, after.role)),
  ]
  return told.every((one) => one === null) ? null : !told.includes(false)
}

/** The version for a client that names `updatedAt` instead: 0, which never matches, for an outdated time. */
const versionAt = ({ version, updatedAt }: NotifiableUser, read: Date | undefined): number | undefined =>
  read && (read.getTime() === updatedAt.getTime() ? version : 0)

/** Throws for a change that the manager may not make. */
function requireChange(session: CurrentSession, found: NotifiableUser, { name, email, role }: Change): void {
  if (name === '' && found.onboardedAt)
    throw createError('VALIDATION_ERROR', { fields: { name: { key: 'name_required' } } })
  if (email === null || (email === undefined && found.email === null)) requireName(name ?? found.name)
  if (role !== undefined && role !== found.role) {
    requireAccess(session, 'user:set-role')
    if (!isAdmin(role)) refuseOneself(session, found.id, 'YOU_CANNOT_DEMOTE_YOURSELF')
  }
  if (email !== undefined && email !== found.email) {
    requireAccess(session, 'user:set-email')
    // The new address can sign in as that admin, so this is as strong as granting the role.
    if (isAdmin(found.role)) requireAccess(session, 'user:set-role')
    // The account page reauthenticates first; otherwise a stolen session could take over the account.
    refuseOneself(session, found.id, 'YOU_CANNOT_CHANGE_YOUR_EMAIL_HERE')
  }
}

async function save(tx: Transaction, found: NotifiableUser, { email, ...change }: Change): Promise<NotifiableUser> {
  const hasMoved = email !== undefined && email !== found.email
  const isChanged = (field: keyof typeof change) => change[field] !== undefined && change[field] !== found[field]
  if (!hasMoved && !isChanged('name') && !isChanged('role')) return found
  if (hasMoved && email === null) await requireCards()
  const moved = hasMoved && { email: email ?? placeholderOf(found.id), emailVerified: false, invitedAt: null }
  const saved = await setUser(tx, found.id, { ...change, ...moved })
  if (hasMoved) await endWaysIn(tx, 'address', found.id)
  else if (grantsMore(found.role, saved.role)) await endWaysIn(tx, 'role', found.id)
  return saved
}
