import { eq, getTableColumns, sql } from 'drizzle-orm'
import { db } from '#db/connection/client.server.ts'
import { defineList, type Filter } from '#db/list/list.server.ts'
import { deletedUser } from '#db/tables/deleted-user.ts'
import { userChange } from '#db/tables/user-change.ts'
import { personName, shownAddress, user } from '#db/tables/user.ts'
import { hasWords, withDaysLeft } from '#db/trash.server.ts'
import type { DeletedUser } from './user-trash.schema.ts'

type Row = Omit<DeletedUser, 'daysLeft'>

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

/** The users of the trash as a list, the last deleted first. */
export const userTrashList = defineList<Row>({
  name: 'deleted_user',
  table: deletedUser,
  id: deletedUser.id,
  changes: userChange,
  orders: { deleted: { keys: [deletedUser.deletedAt], isDescending: true } },
  rows: ({ extraColumns, where, orderBy, limit }) =>
    db
      .select({ ...columns, ...extraColumns })
      .from(deletedUser)
      .leftJoin(user, eq(user.id, deletedUser.deletedBy))
      .where(where)
      .orderBy(...orderBy)
      .limit(limit),
})

/** A deleted user; undefined for an id that is not in the trash. */
export async function findDeletedUser(id: string): Promise<DeletedUser | undefined> {
  const [row] = await db
    .select(columns)
    .from(deletedUser)
    .leftJoin(user, eq(user.id, deletedUser.deletedBy))
    .where(eq(deletedUser.id, id))
  return row && withDaysLeft(row)
}

/** The users of whom name or address have words that begin with each word of a search; all for an empty one. */
export function userTrashFilter(searchTerm: string): Filter {
  const term = searchTerm.trim()
  // A condition all the same, since the changes that the list is counted by are those of another table.
  if (term === '') return { key: 'all', condition: sql`true` }
  return {
    key: `words ${term}`,
    condition: hasWords(sql`${deletedUser.name} || ' ' || coalesce(${shownAddress(deletedUser.email)}, '')`, term),
  }
}
