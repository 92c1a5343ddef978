import { asc, eq, notExists, sql, type SQL } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Transaction } from '#base/db/actor.server.ts'
import { book } from '#base/db/tables/book.ts'
import { copy } from '#base/db/tables/copy.ts'
import { copyBulk, copyBulkRow, type RowOperation } from '#base/db/tables/lending-bulk.ts'
import { now } from '#base/lib/clock.ts'
import { newId } from '#base/lib/id.ts'
import { rowBulks } from '#kit/row-bulk/shared/row-bulks.server.ts'
import { settleHolds } from '#lending/loan/shared/holds.server.ts'
import type { copyBulkInputSchema } from './copy-bulk.schema.ts'

type Input = z.output<typeof copyBulkInputSchema>

const hasLoan = (where: SQL): SQL => sql`exists (select from loan where loan.copy_id = copy.id and ${where})`
const isOpen = sql`loan.returned_at is null and loan.lost_at is null`
const isOwed = sql`loan.lost_at is not null and loan.settled_as is null`

/**
 * Why a copy does not get another state along with others; null where it does. One on loan is not lost or withdrawn without
 * saying who owes it, and what is owed is settled for each.
 */
const stateStays = (condition: SQL): SQL => sql`case
  when ${condition} in ('lost', 'withdrawn') and ${hasLoan(isOpen)} then 'on_loan'
  when ${condition} not in ('lost', 'withdrawn') and ${hasLoan(isOwed)} then 'owed' end`

const conditionIn = (operation: RowOperation): unknown =>
  operation.kind === 'set' ? operation.values.condition : undefined

/** Why a copy is left alone. */
function refusal(operation: Exclude<RowOperation, { kind: 'add' }>): SQL {
  if (operation.kind === 'delete') return sql`case when ${hasLoan(sql`true`)} then 'lent' end`
  const { condition } = operation.values
  return condition === undefined ? sql`null::text` : stateStays(sql`${condition}::text`)
}

/** Adds a copy to each book of a chunk that is there and has none yet; the others are refused. */
async function add(tx: Transaction, chunk: SQL): Promise<void> {
  await tx.execute(sql`
    select from book where id in (select (r.before->>'book_id')::uuid from copy_bulk_row as r where ${chunk}) order by id for share`)
  await tx.execute(sql`
    update copy_bulk_row as r set result = 'refused', reason = case when book.id is null then 'missing' else 'taken' end
    from copy_bulk_row as own left join book on book.id = (own.before->>'book_id')::uuid
    where ${chunk} and own.bulk_id = r.bulk_id and own.at = r.at
      and (book.id is null or exists (select from copy where copy.book_id = book.id))`)
  await tx.execute(sql`
    insert into copy (id, book_id, created_at, updated_at)
    select r.row_id, (r.before->>'book_id')::uuid, ${now()}, ${now()} from copy_bulk_row as r where ${chunk} order by r.at`)
}

/** Rows that one statement stages. */
const STAGED_AT_ONCE = 1000

/** A row for each book that has no copy, in the order of titles, with the id of the copy that it gets. */
async function stageAdded(tx: Transaction, bulkId: string): Promise<number> {
  const copies = tx.select({ id: copy.id }).from(copy).where(eq(copy.bookId, book.id))
  const books = await tx
    .select({ id: book.id, title: book.title })
    .from(book)
    .where(notExists(copies))
    .orderBy(asc(book.sortTitle), asc(book.id))
  const staged = books.map(({ id, title }, at) => ({
    bulkId,
    at,
    rowId: newId(),
    version: 1,
    name: title,
    result: 'changed' as const,
    before: { book_id: id },
  }))
  for (let from = 0; from < staged.length; from += STAGED_AT_ONCE)
    await tx.insert(copyBulkRow).values(staged.slice(from, from + STAGED_AT_ONCE))
  return staged.length
}

/** The bulk changes of copies. */
export const copyBulks = rowBulks({
  noun: 'copy',
  table: copy,
  bulk: copyBulk,
  rows: copyBulkRow,
  source: {
    from: sql`copy join book on book.id = copy.book_id`,
    order: sql`copy.sort_number, copy.id`,
    name: sql`copy.number || ' · ' || book.title`,
  },
  permissionOf: ({ kind }) => ({ set: 'copy:update', delete: 'copy:delete', add: 'copy:create' } as const)[kind],
  refusal,
  // The former state of a copy must be possible for it now.
  keeps: (operation) =>
    operation.kind === 'add'
      ? sql`case when ${hasLoan(sql`true`)} then 'lent' end`
      : conditionIn(operation) === undefined
        ? sql`null`
        : stateStays(sql`r.before->>'condition'`),
  add,
  stageAdded,
  done: settleHolds,
})

/** What is stored of an operation: another state than withdrawn has no reason for it. */
export function operationOf(input: Input): RowOperation {
  if (input.kind !== 'set') return { kind: input.kind }
  const { condition } = input.values
  const values = {
    ...input.values,
    ...(condition !== undefined && condition !== 'withdrawn' && { withdrawnReason: '' }),
  }
  return {
    kind: 'set',
    values: Object.fromEntries(
      Object.entries(values).flatMap(([field, value]) => (value === undefined ? [] : [[field, value]])),
    ),
  }
}
