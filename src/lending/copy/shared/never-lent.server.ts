import { and, eq, isNull, lt, or, sql, type SQL } from 'drizzle-orm'
import type { Transaction } from '#base/db/actor.server.ts'
import { copy } from '#base/db/tables/copy.ts'
import { loan } from '#base/db/tables/loan.ts'
import { now } from '#base/lib/clock.ts'
import { createError } from '#base/errors/create-error.server.ts'

/** Throws COPY_WAS_LENT for a copy with loans, past ones too: it is withdrawn, and its loans stay. */
export async function requireNeverLent(tx: Transaction, id: string): Promise<void> {
  // Locked, so that it is not lent meanwhile.
  await tx.select({ id: copy.id }).from(copy).where(eq(copy.id, id)).for('update')
  const [lent] = await tx.select({ id: loan.id }).from(loan).where(eq(loan.copyId, id)).limit(1)
  if (lent) throw createError('COPY_WAS_LENT')
}

/** Whether the library has had a copy for so many years, and has not lent it in them. */
export function notLentFor(years: number): SQL {
  const start = sql`${now()}::timestamptz - make_interval(years => ${years}::int)`
  const isOld = or(
    lt(copy.acquiredOn, sql`(${start})::date`),
    and(isNull(copy.acquiredOn), sql`${copy.createdAt} < ${start}`),
  )
  return sql`${isOld} and not exists (
    select from loan as former where former.copy_id = copy.id and former.lent_at >= ${start})`
}
