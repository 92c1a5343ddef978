import { db } from './client.server.ts'
import { CHANGE_TABLES } from './noun-tables.server.ts'
import type { ChangeTable } from './tables/columns.ts'

/** Changes that are kept apart, at most: they are looked at with every list. */
const KEPT = 100

/** Puts one row in place of many changes; it is new, so whoever has counted counts again. */
export async function compactChanges(): Promise<void> {
  for (const changes of CHANGE_TABLES) await compact(changes)
}

async function compact(changes: ChangeTable): Promise<void> {
  await db.transaction(async (tx) => {
    if ((await tx.$count(changes)) <= KEPT) return
    await tx.delete(changes)
    await tx.insert(changes).values({})
  })
}
