import { eq, getTableColumns, sql } from 'drizzle-orm'
import { db } from '#db/connection/client.server.ts'
import { defineList, type Filter } from '#db/list/list.server.ts'
import { borrowerChange, borrowerGroup } from '#db/tables/borrower.ts'
import { deletedBorrower } from '#db/tables/deleted-borrower.ts'
import { personName, user } from '#db/tables/user.ts'
import { hasWords, withDaysLeft } from '#db/trash.server.ts'
import type { DeletedBorrower } from './borrower-trash.schema.ts'

type Row = Omit<DeletedBorrower, 'daysLeft'>

const { loanIds: _loans, holds: _holds, ...fields } = getTableColumns(deletedBorrower)
const columns = {
  ...fields,
  groupName: borrowerGroup.name,
  deletedBy: { id: user.id, name: personName(user) },
}

/** The borrowers of the trash as a list, the last deleted first. */
export const borrowerTrashList = defineList<Row>({
  name: 'deleted_borrower',
  table: deletedBorrower,
  id: deletedBorrower.id,
  changes: borrowerChange,
  orders: { deleted: { keys: [deletedBorrower.deletedAt], isDescending: true } },
  rows: ({ extraColumns, where, orderBy, limit }) =>
    db
      .select({ ...columns, ...extraColumns })
      .from(deletedBorrower)
      .leftJoin(borrowerGroup, eq(borrowerGroup.id, deletedBorrower.groupId))
      .leftJoin(user, eq(user.id, deletedBorrower.deletedBy))
      .where(where)
      .orderBy(...orderBy)
      .limit(limit),
})

/** A deleted borrower; undefined for an id that is not in the trash. */
export async function findDeletedBorrower(id: string): Promise<DeletedBorrower | undefined> {
  const [row] = await db
    .select(columns)
    .from(deletedBorrower)
    .leftJoin(borrowerGroup, eq(borrowerGroup.id, deletedBorrower.groupId))
    .leftJoin(user, eq(user.id, deletedBorrower.deletedBy))
    .where(eq(deletedBorrower.id, id))
  return row && withDaysLeft(row)
}

/** The borrowers of whom name, card or school number have words that begin with each word of a search; all for an empty one. */
export function borrowerTrashFilter(searchTerm: string): Filter {
  const term = searchTerm.trim()
  // A condition all the same, since the changes that the list is counted by are those of another table.
  if (term === '') return { key: 'all', condition: sql`true` }
  const { name, card, schoolNumber } = deletedBorrower
  return { key: `words ${term}`, condition: hasWords(sql`concat_ws(' ', ${name}, ${card}, ${schoolNumber})`, term) }
}
