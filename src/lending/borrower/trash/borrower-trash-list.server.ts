import { eq, getTableColumns, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { db } from '#base/db/connection/client.server.ts'
import { borrower, borrowerChange, borrowerGroup } from '#base/db/tables/borrower.ts'
import { deletedBorrower } from '#base/db/tables/deleted-borrower.ts'
import { personName, user } from '#base/db/tables/user.ts'
import { defineTrashList } from '#kit/trash/shared/trash-list.server.ts'
import type { DeletedBorrower } from './borrower-trash.schema.ts'

const { loanIds: _loans, holds: _holds, merged: _merged, ...fields } = getTableColumns(deletedBorrower)
/** Whom one was merged with, if that one is there. */
const keeper = alias(borrower, 'keeper')

const columns = {
  ...fields,
  groupName: borrowerGroup.name,
  mergedName: keeper.name,
  deletedBy: { id: user.id, name: personName(user) },
}

const { name, card, schoolNumber } = deletedBorrower

/** The borrowers of the trash, searched by name, card and school number. */
export const borrowerTrashList = defineTrashList<Omit<DeletedBorrower, 'daysLeft'>>({
  table: deletedBorrower,
  changes: borrowerChange,
  searched: sql`concat_ws(' ', ${name}, ${card}, ${schoolNumber})`,
  rows: ({ extraColumns, where, orderBy, limit }) =>
    db
      .select({ ...columns, ...extraColumns })
      .from(deletedBorrower)
      .leftJoin(borrowerGroup, eq(borrowerGroup.id, deletedBorrower.groupId))
      .leftJoin(keeper, eq(keeper.id, deletedBorrower.mergedInto))
      .leftJoin(user, eq(user.id, deletedBorrower.deletedBy))
      .where(where)
      .orderBy(...orderBy)
      .limit(limit),
})
