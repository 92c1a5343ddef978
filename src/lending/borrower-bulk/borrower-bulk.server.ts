import { eq, sql, type SQL } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { db } from '#base/db/connection/client.server.ts'
import { borrower, borrowerGroup } from '#base/db/tables/borrower.ts'
import { borrowerBulk, borrowerBulkRow, type RowOperation } from '#base/db/tables/lending-bulk.ts'
import { isUnsettledLoan } from '#base/db/tables/loan.ts'
import { createError } from '#base/errors/create-error.server.ts'
import {
  lockCopiesAside,
  moveBorrowersToTrash,
  restoreBorrowers,
} from '#lending/borrower/shared/borrower-trash.server.ts'
import { rowBulks } from '#kit/row-bulk/shared/row-bulks.server.ts'
import { settleHolds } from '#lending/loan/shared/holds.server.ts'
import type { borrowerBulkInputSchema } from './borrower-bulk.schema.ts'

type Input = z.output<typeof borrowerBulkInputSchema>
type Operation = Exclude<RowOperation, { kind: 'add' }>

const hasLoans = sql`exists (select from loan where loan.borrower_id = borrower.id and ${isUnsettledLoan})`

/** Why a borrower does not get a class; null where there is such a class. */
const isWithoutGroup = (id: SQL): SQL => sql`case
  when ${id} is not null and not exists (select from borrower_group where borrower_group.id = (${id})::uuid)
  then 'no_group' end`

/** Why a borrower is left alone: one who has or owes books does not go to the trash. */
function refusal(operation: Operation): SQL {
  if (operation.kind === 'delete') return sql`case when ${hasLoans} then 'has_loans' end`
  const { groupId } = operation.values
  return typeof groupId === 'string' ? isWithoutGroup(sql`${groupId}::text`) : sql`null::text`
}

/** The bulk changes of borrowers. */
export const borrowerBulks = rowBulks({
  noun: 'borrower',
  table: borrower,
  bulk: borrowerBulk,
  rows: borrowerBulkRow,
  source: {
    from: sql`borrower left join borrower_group on borrower_group.id = borrower.group_id`,
    order: sql`borrower.sort_name, borrower.id`,
    name: sql`concat_ws(' · ', borrower.name, borrower_group.name)`,
  },
  shown: async (tx, field, value) => {
    if (field !== 'groupId' || typeof value !== 'string') return value
    const [group] = await tx.select({ name: borrowerGroup.name }).from(borrowerGroup).where(eq(borrowerGroup.id, value))
    return group?.name ?? ''
  },
  permissionOf: ({ kind }) => (kind === 'delete' ? 'borrower:delete' : 'borrower:update'),
  refusal,
  lockBefore: async (tx, operation, chunk) => {
    if (operation.kind === 'delete')
      await lockCopiesAside(tx, sql`select r.row_id from borrower_bulk_row as r where ${chunk}`)
    // A class that is looked up here is not deleted before the end of the transaction.
    else if (operation.kind === 'set' && 'groupId' in operation.values)
      await tx.select({ id: borrowerGroup.id }).from(borrowerGroup).orderBy(borrowerGroup.id).for('key share')
  },
  // The former class may be gone.
  keeps: (operation) =>
    operation.kind === 'set' && 'groupId' in operation.values
      ? isWithoutGroup(sql`r.before->>'group_id'`)
      : sql`null::text`,
  trash: {
    move: moveBorrowersToTrash,
    restore: async (tx, ids) => {
      const { restored, collided } = await restoreBorrowers(tx, ids)
      return { restored, taken: collided.map(({ id }) => id) }
    },
  },
  done: settleHolds,
})

/** What is done to each borrower. VALIDATION_ERROR at `values.groupId` for a class that there is not. */
export async function borrowerOperation(input: Input): Promise<Operation> {
  if (input.kind === 'delete') return { kind: 'delete' }
  const { groupId } = input.values
  if (groupId && (await db.$count(borrowerGroup, eq(borrowerGroup.id, groupId))) === 0)
    throw createError('VALIDATION_ERROR', { fields: { 'values.groupId': { key: 'validation_invalid' } } })
  return {
    kind: 'set',
    values: Object.fromEntries(
      Object.entries(input.values).flatMap(([field, value]) => (value === undefined ? [] : [[field, value]])),
    ),
  }
}
