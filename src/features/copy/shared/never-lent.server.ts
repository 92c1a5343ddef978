import { eq } from 'drizzle-orm'
import type { Transaction } from '#db/actor.server.ts'
import { copy } from '#db/tables/copy.ts'
import { loan } from '#db/tables/loan.ts'
import { createError } from '#errors/create-error.server.ts'

/** Throws COPY_WAS_LENT for a copy with loans, past ones too: it is withdrawn, and its loans stay. */
export async function requireNeverLent(tx: Transaction, id: string): Promise<void> {
  // Locked, so that it is not lent meanwhile.
  await tx.select({ id: copy.id }).from(copy).where(eq(copy.id, id)).for('update')
  const [lent] = await tx.select({ id: loan.id }).from(loan).where(eq(loan.copyId, id)).limit(1)
  if (lent) throw createError('COPY_WAS_LENT')
}
