import { eq } from 'drizzle-orm'
import { hasBecomeAdmin, notifyAdmins, notifyAdminsOfLoss } from '#base/auth/admin-notice.server.ts'
import { requireRecentSession } from '#base/auth/session/reauthentication.server.ts'
import type { CurrentSession } from '#base/auth/session/session.server.ts'
import { withActor, type Transaction } from '#base/db/actor.server.ts'
import { user } from '#base/db/tables/user.ts'
import { losses, removedMail, restoredMail } from '#base/mail/user-notices.server.ts'
import { documentProblems } from '#base/openapi/document-problems.server.ts'
import { requireId, requireRow } from '#base/rpc/not-found.server.ts'
import { requireVersion } from '#base/rpc/precondition.server.ts'
import { procedure } from '#base/rpc/procedure.server.ts'
import { deleteUserForGood, moveUserToTrash } from './trash/user-trash.server.ts'
import { isAdmin, notifiableColumns, refuseOneself, toUser, type NotifiableUser } from './user-row.server.ts'
import { notifyUser } from './user-notify.server.ts'
import { notifiedSchema, userRemovalSchema } from './user.schema.ts'

/**
 * Moves a user into the trash, or deletes them `forGood`; sessions and API keys end at once. With `If-Match` only that
 * version: PRECONDITION_FAILED with `theirs`. NOT_FOUND, LAST_ADMIN, YOU_CANNOT_REMOVE_YOURSELF; SESSION_EXPIRED for good and
 * for an admin, unless reauthenticated.
 */
export const remove = procedure('user:delete', { takenBack: 'by-input', isVersioned: true })
  .route({
    method: 'DELETE',
    path: '/users/{id}',
    operationId: 'deleteUser',
    summary: 'Delete a user',
    description:
      'Signs a user out everywhere, ends the API keys and moves the user into the trash, from which a manager can restore them. The address is free meanwhile. With `forGood` the user is deleted at once, with all that is theirs, which cannot be undone. That, and deleting an admin, needs a session that was proven in the last ten minutes, never an API key. With the `ETag` in `If-Match` only if the user is still as read.',
    successDescription: 'The user is deleted.',
    tags: ['Users'],
    spec: documentProblems('SESSION_EXPIRED', 'PRECONDITION_FAILED', 'LAST_ADMIN', 'YOU_CANNOT_REMOVE_YOURSELF'),
  })
  .input(userRemovalSchema)
  .output(notifiedSchema)
  .handler(async ({ input: { id, forGood }, context }) => {
    const { session } = context
    const removed = await withActor(session.actor, (tx) =>
      removeUserWithin(tx, session, requireId(id), forGood, (found) =>
        requireVersion(context, undefined, toUser(found)),
      ),
    )
    return { isTold: await notifyOfRemoval(removed, forGood, session) }
  })

/** Deletes a user as `remove` does, with the same errors and those of `check`. Returns them as they were. */
export async function removeUserWithin(
  tx: Transaction,
  session: CurrentSession,
  id: string,
  forGood: boolean,
  check?: (found: NotifiableUser) => Promise<void>,
): Promise<NotifiableUser> {
  refuseOneself(session, id, 'YOU_CANNOT_REMOVE_YOURSELF')
  const found = requireRow(await tx.select(notifiableColumns).from(user).where(eq(user.id, id)).for('update'))
  await check?.(found)
  if (forGood || isAdmin(found.role)) requireRecentSession(session)
  await (forGood ? deleteUserForGood(tx, id) : moveUserToTrash(tx, id, session.actor))
  return found
}

/** Mails a user who was restored from the trash, and all admins if that is one; returns whether the user was told. */
export function notifyOfRestoration(restored: NotifiableUser, { user: by }: CurrentSession): Promise<boolean | null> {
  if (hasBecomeAdmin(undefined, restored)) notifyAdmins(restored, by)
  return notifyUser(restored, restoredMail)
}

/** Mails a deleted user, and all admins of an admin and of a deletion for good; returns whether the user was told. */
export function notifyOfRemoval(
  removed: NotifiableUser,
  forGood: boolean,
  { user: by }: CurrentSession,
): Promise<boolean | null> {
  if (isAdmin(removed.role)) notifyAdminsOfLoss(by, losses.deletedAdmin(removed))
  else if (forGood) notifyAdminsOfLoss(by, losses.users(1), true)
  return notifyUser(removed, (email) => removedMail(email, forGood))
}
