import { eq, getTableColumns } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { can } from '#auth/permissions.ts'
import type { Transaction } from '#db/actor.server.ts'
import { db, type Queryable } from '#db/client.server.ts'
import { user } from '#db/tables/user.ts'
import type { ErrorCode } from '#errors/codes.server.ts'
import { createError } from '#errors/create-error.server.ts'
import { isUuid } from '#lib/uuid.ts'
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

/** An id that may be one; NOT_FOUND for any other text, as for an id of nobody. */
export function requireId(id: string): string {
  if (!isUuid(id)) throw createError('NOT_FOUND')
  return id
}

/** One user; NOT_FOUND. */
export async function findUser(id: string, from: Pick<Queryable, 'select'> = db): Promise<NotifiableUser> {
  const [found] = await from
    .select(notifiableColumns)
    .from(user)
    .where(eq(user.id, requireId(id)))
  if (!found) throw createError('NOT_FOUND')
  return found
}

/** One user, whom nobody else changes until the transaction ends; NOT_FOUND. */
export async function lockUser(tx: Transaction, id: string): Promise<NotifiableUser> {
  const [found] = await tx
    .select(notifiableColumns)
    .from(user)
    .where(eq(user.id, requireId(id)))
    .for('no key update')
  if (!found) throw createError('NOT_FOUND')
  return found
}

/** Refuses with `code` what nobody does to themselves. */
export function refuseOneself(session: { user: { id: string } }, id: string, code: ErrorCode): void {
  if (session.user.id === id.toLowerCase()) throw createError(code)
}

/** Whether a role lets into what only admins may. */
export const isAdmin = (role: string): boolean => can(role, 'user:set-role')
