import { db } from './client.server.ts'
import { CHANGE_TABLES } from './noun-tables.server.ts'
import type { ChangeTable } from './tables/columns.ts'

/** Maximum number of change rows, since every list query reads them. */
const MAX_ROWS = 100

/** Replaces many change rows by a new one, whose new id also invalidates cached counts. */
export async function compactChanges(): Promise<void> {
  for (const changes of CHANGE_TABLES) await compact(changes)
}

async function compact(changes: ChangeTable): Promise<void> {
  await db.transaction(async (tx) => {
    if ((await tx.$count(changes)) <= MAX_ROWS) return
    await tx.delete(changes)
    await tx.insert(changes).values({})
  })
}
