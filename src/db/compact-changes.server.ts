import { db } from './client.server.ts'
import { CHANGE_TABLES } from './noun-tables.server.ts'
import type { ChangeTable } from './tables/columns.ts'

/** Maximum number of change rows, since every list query reads them. */
const MAX_ROWS = 100

/** Replaces many change rows by a new one with their sum, whose new id also invalidates cached counts. */
export async function compactChanges(): Promise<void> {
  for (const changes of CHANGE_TABLES) await compact(changes)
}

async function compact(changes: ChangeTable): Promise<void> {
  await db.transaction(async (tx) => {
    if ((await tx.$count(changes)) <= MAX_ROWS) return
    const compacted = await tx.delete(changes).returning({ added: changes.added })
    await tx.insert(changes).values({ added: compacted.reduce((sum, { added }) => sum + added, 0) })
  })
}
