import { and, asc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { recordedAs, type Actor, type Transaction } from '#db/actor.server.ts'
import { restoreRows } from '#db/deleted-rows.server.ts'
import { book } from '#db/tables/book.ts'
import { borrower, borrowerChange } from '#db/tables/borrower.ts'
import { copy } from '#db/tables/copy.ts'
import { deletedBorrower, type DeletedHold } from '#db/tables/deleted-borrower.ts'
import { hold, isOpenLoan, isUnsettledLoan, loan } from '#db/tables/loan.ts'
import { actorValues, deletedByOf, isAmong, lockInTrash, trashColumns } from '#db/trash.server.ts'
import { createError } from '#errors/create-error.server.ts'
import { endHoldsOf, putAside, settleHolds } from '#features/loan/shared/holds.server.ts'
import type { Restored } from '#features/trash/shared/trash.schema.ts'
import { formatDay, formatNumber, formatValues } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { now } from '#lib/clock.ts'
import { newId } from '#lib/id.ts'

/** What a borrower keeps in the trash and is restored with as it was, unless somebody else has it by now. */
const columns = trashColumns(deletedBorrower, [
  'card',
  'schoolNumber',
  'groupId',
  'userId',
  'loanIds',
  'holds',
  'version',
  'updatedAt',
  'deletedAt',
  'deletedBy',
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
  const holds = await takeHolds(tx, id)
  if (!(await lockBorrower(tx, id, isIt))) return []
  await requireNoLoans(tx, id)
  const { rows } = await tx.execute<{ id: string }>(sql`
    with b as (delete from borrower where id = ${id}::uuid returning *)
    insert into deleted_borrower (${columns.names}, card, school_number, group_id, user_id, version, updated_at,
      deleted_at, deleted_by, holds, loan_ids)
    select ${columns.of('b')}, b.card, b.school_number, b.group_id, b.user_id, b.version, b.updated_at,
      ${now()}::timestamptz, ${deletedByOf(actor)}::uuid, ${JSON.stringify(holds)}::jsonb,
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
  return tx.delete(borrower).where(eq(borrower.id, id)).returning({ id: borrower.id })
}

/** Ends the holds of a borrower, who is locked after the copies, as at the desk, so that neither waits for the other. */
async function takeHolds(tx: Transaction, id: string): Promise<DeletedHold[]> {
  const holds = await tx
    .select({ bookId: hold.bookId, placedAt: hold.placedAt })
    .from(hold)
    .where(eq(hold.borrowerId, id))
    .orderBy(asc(hold.placedAt), asc(hold.id))
  await endHoldsOf(tx, id)
  return holds.map(({ bookId, placedAt }) => ({ bookId, placedAt: placedAt.toISOString() }))
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
  /** What others have by now is left out: the card is a new one, school number and account are empty. */
  isRenumbered?: boolean
}

/**
 * Restores borrowers from the trash under their ids, each as a new version, with their past loans that are still remembered and
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
  const { rows: added } = await recordedAs(tx, 'restore', () =>
    tx.execute<{ id: string }>(sql`
      insert into borrower (${columns.names}, card, school_number, group_id, user_id, version, updated_at)
      select ${columns.of('d')},
        case when ${isCardTaken} then '' else d.card end,
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
  const holds = rows.flatMap((row) => row.holds.map((one) => ({ ...one, borrowerId: row.borrowerId })))
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

/**
 * Erases borrowers of the trash, recorded in the name of the actor without their names; what the activity and the desk had of
 * them goes (`forget_borrowers`). Returns their ids.
 */
export async function eraseTrashedBorrowers(tx: Transaction, ids: readonly string[], actor: Actor): Promise<string[]> {
  const removed = await tx
    .delete(deletedBorrower)
    .where(sql`${deletedBorrower.id} = ${isAmong(ids)}`)
    .returning({ id: deletedBorrower.id })
  const gone = removed.map(({ id }) => id)
  await tx.execute(sql`
    insert into activity (actor_kind, actor_id, in_name_of, action, subject_kind, subject_id)
    select ${actorValues(actor)}, 'borrower.delete-for-good', 'borrower', id from unnest(${sql.param(gone)}::uuid[]) as id`)
  await noteChange(tx)
  return gone
}

/** Forgets the borrowers who were deleted before a moment; their deletion is recorded already. Returns how many. */
export async function purgeBorrowers(tx: Transaction, before: Date): Promise<number> {
  const { rowCount } = await tx.execute(sql`delete from deleted_borrower where deleted_at < ${before}::timestamptz`)
  if (rowCount) await noteChange(tx)
  return rowCount ?? 0
}

/** The total of the trash is kept by the changes of borrowers, which it shares: here no borrower has changed. */
const noteChange = (tx: Transaction) => tx.insert(borrowerChange).values({})
