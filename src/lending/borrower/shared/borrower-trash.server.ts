import { and, asc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { recordedAs, type Actor, type Transaction } from '#base/db/actor.server.ts'
import { isOlder } from '#base/db/clock/counted-from.server.ts'
import { restoreRows } from '#base/db/deleted-rows.server.ts'
import { book } from '#base/db/tables/book.ts'
import { borrower, borrowerChange } from '#base/db/tables/borrower.ts'
import { copy } from '#base/db/tables/copy.ts'
import { deletedBorrower, type DeletedHold } from '#base/db/tables/deleted-borrower.ts'
import { hold, isOpenLoan, isUnsettledLoan, loan } from '#base/db/tables/loan.ts'
import { deletedByOf, eraseTrashed, isAmong, lockInTrash, purgeTrash, trashColumns } from '#base/db/trash.server.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { endHoldsOf, putAside, settleHolds } from '#lending/loan/shared/holds.server.ts'
import { tellForgettingLoans } from '#kit/slice.server.ts'
import type { Restored } from '#kit/trash/shared/trash.schema.ts'
import { giveValuesBack, takeLoansBack } from './merged-borrowers.server.ts'
import { formatDay, formatNumber, formatValues } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { now } from '#base/lib/clock.ts'
import { newId } from '#base/lib/id.ts'

/** What a borrower keeps in the trash and is restored with as it was, unless somebody else has it by now. */
const columns = trashColumns(deletedBorrower, [
  'card',
  'cardPrintedOn',
  'schoolNumber',
  'groupId',
  'userId',
  'loanIds',
  'holds',
  'version',
  'updatedAt',
  'deletedAt',
  'deletedBy',
  'mergedInto',
  'merged',
])

/**
 * Moves a borrower into the trash, with the ids of their past loans and what they wait for; what is put aside for them goes to
 * the next who waits. `isIt` is a further condition on the row, such as its version: where it is not met the answer is empty,
 * and the transaction has to be rolled back. BORROWER_HAS_LOANS, which lists them.
 */
export async function moveBorrowerToTrash(
  tx: Transaction,
  id: string,
  actor: Actor,
  isIt?: SQL,
): Promise<{ id: string }[]> {
  const holds = await takeHolds(tx, [id])
  if (!(await lockBorrower(tx, id, isIt))) return []
  await requireNoLoans(tx, id)
  return moveRows(tx, [id], deletedByOf(actor), holds)
}

/**
 * Moves many borrowers into the trash, as `moveBorrowerToTrash` does one, by a few statements. Who has books on loan or owes some
 * stays, with what they wait for. Returns the ids of those who are in the trash.
 */
export async function moveBorrowersToTrash(
  tx: Transaction,
  given: readonly string[],
  deletedBy: string | null,
): Promise<string[]> {
  await lockCopiesAside(tx, sql`select unnest(${sql.param([...given])}::uuid[])`)
  await tx.execute(sql`select from borrower where id = ${isAmong(given)} order by id for update`)
  const { rows: free } = await tx.execute<{ id: string }>(sql`
    select b.id from borrower as b where b.id = ${isAmong(given)}
      and not exists (select from loan where loan.borrower_id = b.id and ${isUnsettledLoan})`)
  const ids = free.map(({ id }) => id)
  const moved = await moveRows(tx, ids, deletedBy, await takeHolds(tx, ids))
  return moved.map(({ id }) => id)
}

async function moveRows(
  tx: Transaction,
  ids: readonly string[],
  deletedBy: string | null,
  holds: Readonly<Record<string, DeletedHold[]>>,
): Promise<{ id: string }[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    with b as (delete from borrower where id = ${isAmong(ids)} returning *)
    insert into deleted_borrower (${columns.names}, card, card_printed_on, school_number, group_id, user_id, version, updated_at,
      deleted_at, deleted_by, holds, loan_ids)
    select ${columns.of('b')}, b.card, b.card_printed_on, b.school_number, b.group_id, b.user_id, b.version, b.updated_at,
      ${now()}::timestamptz, ${deletedBy}::uuid, coalesce(${JSON.stringify(holds)}::jsonb -> b.id::text, '[]'),
      array(select loan.id from loan where loan.borrower_id = b.id)
    from b returning id`)
  return rows
}

/**
 * Erases a borrower without the trash: loans, activity, and what was typed at the desk forget the name (`forget_borrowers`).
 * `isIt` and errors as for `moveBorrowerToTrash`. It cannot be taken back.
 */
export async function eraseBorrower(tx: Transaction, id: string, isIt?: SQL): Promise<{ id: string }[]> {
  await endHoldsOf(tx, id)
  if (!(await lockBorrower(tx, id, isIt))) return []
  await requireNoLoans(tx, id)
  await tellForgettingLoans(tx, sql`select id as loan_id, borrower_id from loan where borrower_id = ${id}`)
  return tx.delete(borrower).where(eq(borrower.id, id)).returning({ id: borrower.id })
}

/** Locks the copies that are put aside for borrowers: before the borrowers, as at the desk, so that neither waits for the other. */
export const lockCopiesAside = (tx: Transaction, borrowers: SQL) =>
  tx.execute(sql`
    select from copy where id in (select copy_id from hold where borrower_id in (${borrowers})) order by id for update`)

/** Ends the holds of borrowers, who are locked after the copies (`lockCopiesAside`). Returns them by borrower, in their order. */
async function takeHolds(tx: Transaction, ids: readonly string[]): Promise<Record<string, DeletedHold[]>> {
  const holds = await tx
    .select({ borrowerId: hold.borrowerId, bookId: hold.bookId, placedAt: hold.placedAt })
    .from(hold)
    .where(eq(hold.borrowerId, isAmong(ids)))
    .orderBy(asc(hold.placedAt), asc(hold.id))
  const taken: Record<string, DeletedHold[]> = {}
  for (const { borrowerId, bookId, placedAt } of holds)
    (taken[borrowerId] ??= []).push({ bookId, placedAt: placedAt.toISOString() })
  for (const id of Object.keys(taken)) await endHoldsOf(tx, id)
  return taken
}

async function lockBorrower(tx: Transaction, id: string, isIt?: SQL): Promise<boolean> {
  const where = and(eq(borrower.id, id), isIt)
  return (await tx.select({ id: borrower.id }).from(borrower).where(where).for('update')).length > 0
}

/** Books that a refusal names. */
const NAMED = 5

/** Throws BORROWER_HAS_LOANS, which lists the books with their days, if some are on loan or owed. */
async function requireNoLoans(tx: Transaction, id: string): Promise<void> {
  const has = await tx
    .select({ title: book.title, dueOn: loan.dueOn, isOpen: isOpenLoan })
    .from(loan)
    .innerJoin(copy, eq(copy.id, loan.copyId))
    .innerJoin(book, eq(book.id, copy.bookId))
    .where(and(eq(loan.borrowerId, id), isUnsettledLoan))
    .orderBy(asc(loan.dueOn), asc(loan.id))
  if (has.length === 0) return
  const named = has
    .slice(0, NAMED)
    .map(({ title, dueOn, isOpen }) =>
      isOpen ? `${title} (${formatDay(dueOn)})` : m.error_BORROWER_OWES_ONE({ title }),
    )
  const more = has.length - named.length
  if (more > 0) named.push(m.undo_burst_more({ count: more, shown: formatNumber(more) }))
  throw createError('BORROWER_HAS_LOANS', { sentence: m.error_BORROWER_HAS_THESE({ books: formatValues(named) }) })
}

/** Whether a copy or another borrower has the card of a row of the trash by now. */
const isCardTaken = sql`exists (select from lending_number as n where n.number = upper(d.card))`
/** Whether another borrower has its school number. */
const isSchoolNumberTaken = sql`d.school_number <> '' and exists (
  select from borrower as b where b.school_number <> '' and upper(b.school_number) = upper(d.school_number))`
/** Whether another borrower is linked to its user. */
const isUserTaken = sql`exists (select from borrower as b where b.user_id = d.user_id)`

interface Restoration {
  /** Leaves out what others have by now: a taken card becomes a new one, a taken school number or account is empty. */
  isRenumbered?: boolean
}

/**
 * Restores borrowers from the trash under their ids (one who was merged is parted again), each as a new version, with their past loans that are still remembered and
 * their place among those who wait; without a group or a user that was deleted meanwhile. Nothing is overwritten: `collided`
 * names those whose card, school number or account another borrower or a copy has by now (`by`; the book of the copy with
 * `isByCopy`), who stay in the trash unless `isRenumbered`; `gone` those who are not in it.
 */
export async function restoreBorrowers(
  tx: Transaction,
  given: readonly string[],
  { isRenumbered = false }: Restoration = {},
): Promise<Restored> {
  const { known, gone } = await lockInTrash(tx, deletedBorrower, given)
  if (known.length === 0) return { restored: [], collided: [], gone }
  await giveValuesBack(tx, known)
  const { rows: added } = await recordedAs(tx, 'restore', () =>
    tx.execute<{ id: string }>(sql`
      insert into borrower (${columns.names}, card, card_printed_on, school_number, group_id, user_id, version, updated_at)
      select ${columns.of('d')},
        case when ${isCardTaken} then '' else d.card end,
        case when ${isCardTaken} then null else d.card_printed_on end,
        case when ${isSchoolNumberTaken} then '' else d.school_number end,
        (select g.id from borrower_group as g where g.id = d.group_id),
        (select u.id from "user" as u where u.id = d.user_id and not ${isUserTaken}),
        d.version + 1, ${now()}::timestamptz
      from deleted_borrower as d
      where d.id = ${isAmong(known)}
        and (${isRenumbered} or not (${isCardTaken} or ${isSchoolNumberTaken} or ${isUserTaken}))
      order by d.deleted_at desc, d.id
      on conflict do nothing returning id`),
  )
  const restored = added.map(({ id }) => id)
  await tx.execute(sql`
    update loan set borrower_id = d.id from deleted_borrower as d
    where d.id = ${isAmong(restored)} and loan.id = any(d.loan_ids) and loan.borrower_id is null`)
  await takeLoansBack(tx, restored)
  await restoreHolds(tx, restored)
  await tx.delete(deletedBorrower).where(inArray(deletedBorrower.id, restored))
  const { rows: collided } = await tx.execute<Restored['collided'][number]>(sql`
    select d.id, d.name, found.by, found."isByCopy"
    from deleted_borrower as d cross join lateral (
      select b.id as by, false as "isByCopy" from borrower as b
      where upper(b.card) = upper(d.card) or b.user_id = d.user_id
        or b.school_number <> '' and upper(b.school_number) = upper(d.school_number)
      union all
      select c.book_id, true from copy as c where upper(c.number) = upper(d.card)
      limit 1
    ) as found
    where d.id = ${isAmong(known)} order by d.deleted_at desc, d.id`)
  return { restored, collided, gone }
}

/** Lets restored borrowers wait again, in their former places, for the books that are there; what is free is put aside. */
async function restoreHolds(tx: Transaction, ids: readonly string[]): Promise<void> {
  const rows = await tx
    .select({ borrowerId: deletedBorrower.id, holds: deletedBorrower.holds })
    .from(deletedBorrower)
    .where(inArray(deletedBorrower.id, [...ids]))
  const holds = rows.flatMap((row) =>
    row.holds.flatMap(({ id, ...one }) => (id === undefined ? [{ ...one, borrowerId: row.borrowerId }] : [])),
  )
  const { rows: present } = await tx.execute<{ id: string }>(
    sql`select id from book where id = ${isAmong([...new Set(holds.map(({ bookId }) => bookId))])} for key share`,
  )
  const there = new Set(present.map(({ id }) => id))
  const back = holds.filter(({ bookId }) => there.has(bookId))
  if (back.length > 0)
    await tx
      .insert(hold)
      .values(back.map((one) => ({ ...one, id: newId(), placedAt: new Date(one.placedAt) })))
      .onConflictDoNothing()
  // What went with a book that was restored while they were in the trash.
  const { rows: kept } = await tx.execute<{ id: string }>(
    sql`select id from deleted_row where kind = 'hold' and "row" ->> 'borrower_id' = any(${sql.param([...ids])}::text[])`,
  )
  const restored = await restoreRows(
    tx,
    hold,
    kept.map(({ id }) => id),
    { leavesOrphans: true },
  )
  if (back.length > 0 || restored.length > 0) await settleRestoredHolds(tx, ids)
}

/** Puts the free copies of the books for which they wait aside for who is first in line. */
async function settleRestoredHolds(tx: Transaction, ids: readonly string[]): Promise<void> {
  await settleHolds(tx)
  const copies = await tx
    .selectDistinct({ id: copy.id })
    .from(copy)
    .innerJoin(hold, eq(hold.bookId, copy.bookId))
    .where(inArray(hold.borrowerId, [...ids]))
    .orderBy(copy.id)
  for (const { id } of copies) await putAside(tx, id)
}

const TRASH = { noun: 'borrower', table: deletedBorrower, changes: borrowerChange } as const

/** Erases borrowers of the trash; what the activity and the desk had of them goes (`forget_borrowers`). Returns their ids. */
export async function eraseTrashedBorrowers(tx: Transaction, ids: readonly string[], actor: Actor): Promise<string[]> {
  await tellForgettingLoans(tx, loansOfTrashed(sql`d.id = ${isAmong(ids)}`))
  return eraseTrashed(tx, TRASH, ids, actor)
}

/** Erases the borrowers who were deleted before a moment. Returns how many. */
export async function purgeBorrowers(tx: Transaction, before: Date): Promise<number> {
  await tellForgettingLoans(tx, loansOfTrashed(isOlder(sql`d.deleted_at`, before)))
  return purgeTrash(tx, TRASH, before)
}

/** The past loans that borrowers of the trash are restored with, for `tellForgettingLoans`. */
const loansOfTrashed = (where: SQL) => sql`
  select l.id as loan_id, d.id as borrower_id
  from deleted_borrower as d join loan as l on l.id = any(d.loan_ids) and l.borrower_id is null where ${where}`
