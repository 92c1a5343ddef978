import * as z from 'zod/mini'
import { notifyAdminsOfLoss } from '#auth/admin-notice.server.ts'
import { withActor } from '#db/actor.server.ts'
import { countRows, readPage } from '#db/list/page.server.ts'
import { withTimeout } from '#db/list/versioned-cache.server.ts'
import { deletedUser } from '#db/tables/deleted-user.ts'
import { emptyOf, withDaysLeft } from '#db/trash.server.ts'
import {
  trashFilterSchema,
  trashIdsSchema,
  trashListInputSchema,
  trashUntilSchema,
} from '#features/trash/shared/trash.schema.ts'
import { isUuid } from '#lib/uuid.ts'
import { losses } from '#mail/user-notices.server.ts'
import { procedure } from '#rpc/procedure.server.ts'
import { notifyOfRestoration } from '../user-removal.server.ts'
import { userIdSchema } from '../user.schema.ts'
import { deleteTrashedUsers, restoreUsers } from './user-trash.server.ts'
import { findDeletedUser, userTrashFilter, userTrashList } from './user-trash-list.server.ts'
import { deletedUserOrNullSchema, restoredUsersSchema, userTrashPageSchema } from './user-trash.schema.ts'

const MAILS_AT_ONCE = 20

/** A page of the deleted users, the last deleted first, without waiting for its total. */
const list = procedure('user:delete', { takenBack: 'nothing' })
  .input(trashListInputSchema)
  .output(userTrashPageSchema)
  .handler(async ({ input: { searchTerm, ...page }, signal }) => {
    const query = { ...page, sort: 'deleted', searchTerm: '', filter: userTrashFilter(searchTerm), signal }
    const { items, nextCursor, total } = await readPage(userTrashList, query)
    return { items: items.map(withDaysLeft), nextCursor, total: await withTimeout(total()) }
  })

/** The exact number of deleted users that a search finds. */
const count = procedure('user:delete', { takenBack: 'nothing' })
  .input(trashFilterSchema)
  .output(z.object({ total: z.number() }))
  .handler(async ({ input }) => ({
    total: await countRows(userTrashList, { searchTerm: '', filter: userTrashFilter(input.searchTerm) }),
  }))

/** A deleted user: when, by whom; null for one who is not in the trash. */
const get = procedure('user:delete', { takenBack: 'nothing' })
  .input(userIdSchema)
  .output(deletedUserOrNullSchema)
  .handler(async ({ input: { id } }) => (isUuid(id) ? ((await findDeletedUser(id)) ?? null) : null))

/** Restores users from the trash, and tells them; those who cannot be are named. Errors as `restoreUsers`. */
const restore = procedure('user:delete', { takenBack: 'undo' })
  .input(trashIdsSchema)
  .output(restoredUsersSchema)
  .handler(async ({ input: { ids }, context: { session } }) => {
    const { users, ...outcome } = await withActor(session.actor, (tx) => restoreUsers(tx, ids, session))
    const told: (boolean | null)[] = []
    for (let at = 0; at < users.length; at += MAILS_AT_ONCE) {
      const some = users.slice(at, at + MAILS_AT_ONCE)
      // Not all connections to the mail server at once.
      told.push(...(await Promise.all(some.map((one) => notifyOfRestoration(one, session)))))
    }
    return { ...outcome, isTold: told.some((one) => one !== null) ? !told.includes(false) : null }
  })

/** Deletes users of the trash for good. Returns the ids of those who were in it. SESSION_EXPIRED unless reauthenticated. */
const remove = procedure('user:delete', { takenBack: 'never' })
  .input(trashIdsSchema)
  .output(z.object({ removed: z.array(z.uuid()) }))
  .handler(async ({ input: { ids }, context: { session } }) => {
    const removed = await withActor(session.actor, (tx) => deleteTrashedUsers(tx, ids, session.actor))
    if (removed.length > 0) notifyAdminsOfLoss(session.user, losses.users(removed.length), removed.length === 1)
    return { removed }
  })

/** Deletes all users for good that were deleted until a moment, by many at a time. SESSION_EXPIRED unless reauthenticated. */
const empty = procedure('user:delete', { takenBack: 'never' })
  .input(trashUntilSchema)
  .handler(async ({ input: { until }, context: { session } }) => {
    const removed = await emptyOf(deletedUser, until, session.actor, (tx, ids) =>
      deleteTrashedUsers(tx, ids, session.actor),
    )
    if (removed > 0) notifyAdminsOfLoss(session.user, losses.users(removed))
  })

export const userTrashRouter = { list, count, get, restore, remove, empty }
