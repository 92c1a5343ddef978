import { eq, getTableColumns } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type * as z from 'zod/mini'
import { can } from '#base/auth/permissions.ts'
import type { Transaction } from '#base/db/actor.server.ts'
import { db, type Queryable } from '#base/db/connection/client.server.ts'
import { user } from '#base/db/tables/user.ts'
import type { ErrorCode } from '#base/errors/codes.server.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { now } from '#base/lib/clock.ts'
import { requireId, requireRow } from '#base/rpc/not-found.server.ts'
import { userSchema, type User } from './user.schema.ts'

const {
  image: _image,
  language: _language,
  adminListedAt: _listed,
  allWords: _all,
  walkWords: _walk,
  sortName: _sort,
  ...columns
} = getTableColumns(user)

/** The columns of a user; does not compile if they differ from the schema. */
export const userColumns = columns satisfies Record<keyof User, unknown>
/** The columns of a user with the language for mails. */
export const notifiableColumns = { ...userColumns, language: user.language }
export type NotifiableUser = User & Pick<typeof user.$inferSelect, 'language'>

/** A user without the columns that responses omit. */
export const toUser = (row: NotifiableUser): User => userSchema.parse(row satisfies z.input<typeof userSchema>)

/** One user; NOT_FOUND. */
export const findUser = async (id: string, from: Pick<Queryable, 'select'> = db): Promise<NotifiableUser> =>
  requireRow(
    await from
      .select(notifiableColumns)
      .from(user)
      .where(eq(user.id, requireId(id))),
  )

/** One user, locked until the transaction ends; NOT_FOUND. */
export const lockUser = async (tx: Transaction, id: string): Promise<NotifiableUser> =>
  requireRow(
    await tx
      .select(notifiableColumns)
      .from(user)
      .where(eq(user.id, requireId(id)))
      .for('no key update'),
  )

/** Changes fields of a locked user. */
export const setUser = async (
  tx: Transaction,
  id: string,
  fields: PgUpdateSetSource<typeof user>,
): Promise<NotifiableUser> =>
  requireRow(
    await tx
      .update(user)
      .set({ ...fields, updatedAt: now() })
      .where(eq(user.id, id))
      .returning(notifiableColumns),
  )

/** Throws `code` if the user is the caller. */
export function refuseOneself(session: { user: { id: string } }, id: string, code: ErrorCode): void {
  if (session.user.id === id.toLowerCase()) throw createError(code)
}

/** Whether a role has the permissions of admins. */
export const isAdmin = (role: string): boolean => can(role, 'user:set-role')
