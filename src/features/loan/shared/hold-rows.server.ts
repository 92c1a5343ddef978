import { eq, sql } from 'drizzle-orm'
import type { Transaction } from '#db/actor.server.ts'
import { hold } from '#db/tables/loan.ts'

/** Deletes a hold that has ended; whether it was there. It is not kept, as those are that go with their book. */
export async function endHold(tx: Transaction, id: string): Promise<boolean> {
  const ended = await tx.delete(hold).where(eq(hold.id, id)).returning({ id: hold.id })
  await tx.execute(sql`delete from deleted_row where kind = 'hold' and id = ${id}::uuid`)
  return ended.length > 0
}
