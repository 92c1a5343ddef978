import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Transaction } from '#base/db/actor.server.ts'
import { deletedBorrower, type MergedValues } from '#base/db/tables/deleted-borrower.ts'
import { hold, loan } from '#base/db/tables/loan.ts'
import { borrower } from '#base/db/tables/borrower.ts'
import { isAmong } from '#base/db/trash.server.ts'
import { now } from '#base/lib/clock.ts'

const mergedAmong = (tx: Transaction, ids: readonly string[]) =>
  tx
    .select()
    .from(deletedBorrower)
    .where(and(eq(deletedBorrower.id, isAmong(ids)), isNotNull(deletedBorrower.mergedInto)))
    .orderBy(deletedBorrower.deletedAt, deletedBorrower.id)

/** The borrower at the end of a chain of merges, who has the loans of all before; undefined where that one is gone too. */
async function keeperOf(tx: Transaction, mergedInto: string | null): Promise<string | undefined> {
  for (let id = mergedInto; id !== null;) {
    if ((await tx.$count(borrower, eq(borrower.id, id))) === 1) return id
    const [next] = await tx
      .select({ id: deletedBorrower.mergedInto })
      .from(deletedBorrower)
      .where(eq(deletedBorrower.id, id))
    id = next?.id ?? null
  }
  return undefined
}

/** Before merged borrowers of the trash are restored: who stayed gets the own values back that have not been changed since. */
export async function giveValuesBack(tx: Transaction, ids: readonly string[]): Promise<void> {
  // The last merge first.
  for (const { mergedInto, merged } of (await mergedAmong(tx, ids)).toReversed())
    if (mergedInto !== null && merged !== null) await revertValues(tx, mergedInto, merged)
}

async function revertValues(tx: Transaction, id: string, { before, after }: MergedValues): Promise<void> {
  const changes = Object.keys(before).map((column) => {
    const name = sql.identifier(column)
    const isTaken =
      column === 'card'
        ? sql`exists (select from lending_number as n where n.number = upper(former.card))`
        : column === 'school_number'
          ? sql`exists (select from borrower as b where b.school_number <> '' and upper(b.school_number) = upper(former.school_number))`
          : column === 'user_id'
            ? sql`exists (select from borrower as b where b.user_id = former.user_id)`
            : sql`false`
    return sql`${name} = case when borrower.${name} is not distinct from given.${name} and not ${isTaken}
      then former.${name} else borrower.${name} end`
  })
  if (changes.length === 0) return
  await tx.execute(sql`
    update borrower set ${sql.join(changes, sql`, `)}, version = borrower.version + 1, updated_at = ${now()}
    from jsonb_populate_record(null::borrower, ${JSON.stringify(before)}::jsonb) as former,
      jsonb_populate_record(null::borrower, ${JSON.stringify(after)}::jsonb) as given
    where borrower.id = ${id}`)
}

/** After merged borrowers were restored: they have their loans and holds again; what came since stays with who has it. */
export async function takeLoansBack(tx: Transaction, ids: readonly string[]): Promise<void> {
  for (const { id, mergedInto, loanIds, holds } of await mergedAmong(tx, ids)) {
    const keeper = await keeperOf(tx, mergedInto)
    if (keeper === undefined) continue
    await tx
      .update(loan)
      .set({ borrowerId: id })
      .where(and(eq(loan.id, isAmong(loanIds)), eq(loan.borrowerId, keeper)))
    const moved = holds.flatMap((one) => (one.id === undefined ? [] : [one.id]))
    await tx
      .update(hold)
      .set({ borrowerId: id })
      .where(and(eq(hold.id, isAmong(moved)), eq(hold.borrowerId, keeper)))
  }
}
