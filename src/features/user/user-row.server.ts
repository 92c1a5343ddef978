import { eq, getTableColumns } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type * as z from 'zod/mini'
import { can } from '#auth/permissions.ts'
import type { Transaction } from '#db/actor.server.ts'
import { db, type Queryable } from '#db/client.server.ts'
import { user } from '#db/tables/user.ts'
import type { ErrorCode } from '#errors/codes.server.ts'
import { createError } from '#errors/create-error.server.ts'
import { now } from '#lib/clock.ts'
import { requireId, requireRow } from '#rpc/not-found.server.ts'
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

/** A user as it is read. What a row has and what the schema says are held together here. */
export const userColumns = columns satisfies Record<keyof User, unknown>
/** The same, with the language in which that person is written to. */
export const notifiableColumns = { ...userColumns, language: user.language }
export type NotifiableUser = User & Pick<typeof user.$inferSelect, 'language'>

/** A user without what answers do not hold. */
export const toUser = (row: NotifiableUser): User => userSchema.parse(row satisfies z.input<typeof userSchema>)

/** One user; NOT_FOUND. */
export const findUser = async (id: string, from: Pick<Queryable, 'select'> = db): Promise<NotifiableUser> =>
  requireRow(
    await from
      .select(notifiableColumns)
      .from(user)
      .where(eq(user.id, requireId(id))),
  )

/** One user, whom nobody else changes until the transaction ends; NOT_FOUND. */
export const lockUser = async (tx: Transaction, id: string): Promise<NotifiableUser> =>
  requireRow(
    await tx
      .select(notifiableColumns)
      .from(user)
      .where(eq(user.id, requireId(id)))
      .for('no key update'),
  )

/** Changes fields of a user who is locked. */
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

/** Refuses with `code` what nobody does to themselves. */
export function refuseOneself(session: { user: { id: string } }, id: string, code: ErrorCode): void {
  if (session.user.id === id.toLowerCase()) throw createError(code)
}

/** Whether a role lets into what only admins may. */
export const isAdmin = (role: string): boolean => can(role, 'user:set-role')
