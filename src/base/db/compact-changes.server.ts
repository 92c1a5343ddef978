import { defineJob } from './background.server.ts'
import { db } from './connection/client.server.ts'
import { CHANGE_TABLES } from './noun-tables.server.ts'
import type { ChangeTable } from './tables/columns.ts'

/** Maximum number of change rows, since every list query reads them: a hundred are a tenth of its time. */
const MAX_ROWS = 20
/** Milliseconds between two looks: each list takes twice as long after four thousand single changes. */
const INTERVAL = 10_000

/** Replaces many change rows by a new one with their sum, whose new id also invalidates cached counts. */
export async function compactChanges(): Promise<void> {
  for (const changes of CHANGE_TABLES) if ((await db.$count(changes)) > MAX_ROWS) await compact(changes)
}

async function compact(changes: ChangeTable): Promise<void> {
  await db.transaction(async (tx) => {
    const compacted = await tx.delete(changes).returning({ added: changes.added })
    await tx.insert(changes).values({ added: compacted.reduce((sum, { added }) => sum + added, 0) })
  })
}

/** Compacts change rows at once and then every few seconds. */
export const compactChangesJob = defineJob({ name: 'compact-changes', interval: INTERVAL, run: compactChanges })
