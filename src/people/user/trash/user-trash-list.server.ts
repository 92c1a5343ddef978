import { eq, getTableColumns, sql } from 'drizzle-orm'
import { db } from '#base/db/connection/client.server.ts'
import { deletedUser } from '#base/db/tables/deleted-user.ts'
import { userChange } from '#base/db/tables/user-change.ts'
import { personName, shownAddress, user } from '#base/db/tables/user.ts'
import { defineTrashList } from '#kit/trash/shared/trash-list.server.ts'
import type { DeletedUser } from './user-trash.schema.ts'

const {
  image: _image,
  language: _language,
  adminListedAt: _listed,
  accounts: _accounts,
  ...fields
} = getTableColumns(deletedUser)
const columns = {
  ...fields,
  deletedBy: { id: user.id, name: personName(user) },
}

/** The users of the trash, searched by name and address. */
export const userTrashList = defineTrashList<Omit<DeletedUser, 'daysLeft'>>({
  table: deletedUser,
  changes: userChange,
  searched: sql`${deletedUser.name} || ' ' || coalesce(${shownAddress(deletedUser.email)}, '')`,
  rows: ({ extraColumns, where, orderBy, limit }) =>
    db
      .select({ ...columns, ...extraColumns })
      .from(deletedUser)
      .leftJoin(user, eq(user.id, deletedUser.deletedBy))
      .where(where)
      .orderBy(...orderBy)
      .limit(limit),
})
