import { eq, inArray, sql } from 'drizzle-orm'
import type { CurrentSession } from '#base/auth/session/session.server.ts'
import { recordedAs, type Actor, type Transaction } from '#base/db/actor.server.ts'
import { deletedUser } from '#base/db/tables/deleted-user.ts'
import { userChange } from '#base/db/tables/user-change.ts'
import { user } from '#base/db/tables/user.ts'
import { deletedByOf, eraseTrashed, isAmong, lockInTrash, purgeTrash, trashColumns } from '#base/db/trash.server.ts'
import type { Restored } from '#kit/trash/shared/trash.schema.ts'
import { now } from '#base/lib/clock.ts'
import { requireAccess } from '#base/rpc/procedure.server.ts'
import { notifiableColumns, type NotifiableUser } from '../user-row.server.ts'

/** What a user keeps in the trash and when they are restored. */
const columns = trashColumns(deletedUser, ['deletedAt', 'deletedBy', 'accounts', 'borrowerId', 'version', 'updatedAt'])

/**
 * Moves a user into the trash with their linked accounts and the borrower whose loans they see, in one statement. Sessions, API keys and codes end with the
 * row (cascade). Their saved views, and their name on imports and other works, wait for a restoration. LAST_ADMIN.
 */
export async function moveUserToTrash(tx: Transaction, id: string, actor: Actor): Promise<void> {
  await tx.execute(sql`
    with u as (delete from "user" where id = ${id}::uuid returning *)
    insert into deleted_user (${columns.names}, version, updated_at, deleted_at, deleted_by, borrower_id, accounts)
    select ${columns.of('u')}, u.version, u.updated_at, ${now()}::timestamptz, ${deletedByOf(actor)}::uuid,
      (select b.id from borrower as b where b.user_id = u.id), coalesce(
      (select jsonb_agg(jsonb_build_object('id', a.id, 'provider_id', a.provider_id, 'account_id', a.account_id,
        'created_at', a.created_at)) from account as a where a.user_id = u.id), '[]')
    from u`)
}

/** Deletes a user with all their rows, without the trash; names and addresses in the activity are erased. LAST_ADMIN. */
export async function deleteUserForGood(tx: Transaction, id: string): Promise<void> {
  await tx.delete(user).where(eq(user.id, id))
}

/**
 * Restores users from the trash under their ids, each as a new version, with the linked accounts that nobody else has
 * linked meanwhile, and with their borrower, unless another user sees those loans by now. Nothing is overwritten: `collided` names those whose address another user has by now, who stay in
 * the trash; `gone` those who are not in it. Nobody gets what the caller could not give: access to `user:set-role` is
 * required for any role but `user`, and to `user:ban` for a banned user.
 */
export async function restoreUsers(
  tx: Transaction,
  given: readonly string[],
  session: CurrentSession,
): Promise<Restored & { users: NotifiableUser[] }> {
  requireAccess(session, 'user:create')
  const { known, gone } = await lockInTrash(tx, deletedUser, given)
  if (known.length === 0) return { restored: [], collided: [], gone, users: [] }
  const found = await tx
    .select({ role: deletedUser.role, banned: deletedUser.banned })
    .from(deletedUser)
    .where(inArray(deletedUser.id, known))
  if (found.some(({ role }) => role !== 'user')) requireAccess(session, 'user:set-role')
  if (found.some(({ banned }) => banned)) requireAccess(session, 'user:ban')
  const { rows: added } = await recordedAs(tx, 'restore', () =>
    tx.execute<{ id: string }>(sql`
      insert into "user" (${columns.names}, version, updated_at)
      select ${columns.of('d')}, d.version + 1, ${now()}::timestamptz
      from deleted_user as d where d.id = ${isAmong(known)} order by d.deleted_at desc, d.id
      on conflict do nothing returning id`),
  )
  const restored = added.map(({ id }) => id)
  await tx.execute(sql`
    insert into account (id, user_id, provider_id, account_id, created_at, updated_at)
    select a.id, d.id, a.provider_id, a.account_id, a.created_at, ${now()}::timestamptz
    from deleted_user as d cross join jsonb_populate_recordset(null::account, d.accounts) as a
    where d.id = ${isAmong(restored)} on conflict do nothing`)
  // Unless the borrower has got another user meanwhile.
  await tx.execute(sql`
    update borrower as b set user_id = d.id, version = b.version + 1, updated_at = ${now()}::timestamptz
    from deleted_user as d where d.id = ${isAmong(restored)} and b.id = d.borrower_id and b.user_id is null`)
  await tx.delete(deletedUser).where(inArray(deletedUser.id, restored))
  const { rows: collided } = await tx.execute<Restored['collided'][number]>(sql`
    select d.id, coalesce(nullif(d.name, ''), d.email) as name, u.id as by
    from deleted_user as d join "user" as u on u.email = d.email
    where d.id = ${isAmong(known)} order by d.deleted_at desc, d.id`)
  const users = await tx.select(notifiableColumns).from(user).where(inArray(user.id, restored))
  return { restored, collided, gone, users }
}

const TRASH = { noun: 'user', table: deletedUser, changes: userChange } as const

/**
 * Deletes users of the trash for good; what the activity had of them is erased (`forget_users`), and the security log has
 * each. Returns their ids.
 */
export async function deleteTrashedUsers(tx: Transaction, ids: readonly string[], actor: Actor): Promise<string[]> {
  const gone = await eraseTrashed(tx, TRASH, ids, actor)
  await tx.execute(sql`
    insert into security_event (kind, user_id, actor_id, details)
    select 'user_deleted', id, ${deletedByOf(actor)}::uuid, '{"forGood": true}' from unnest(${sql.param(gone)}::uuid[]) as id`)
  return gone
}

/** Forgets the users who were deleted before a moment. Returns how many. */
export const purgeUsers = (tx: Transaction, before: Date): Promise<number> => purgeTrash(tx, TRASH, before)
